/** Four words of 32 bits, not all 0. */
export type Xoshiro = [number, number, number, number]

/** The next 32 random bits of xoshiro128** (Blackman and Vigna, 2018); changes the state in place. */
export function nextBits(state: Xoshiro): number {
  const [a, b, c, d] = state
  const bits = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0
  state[0] = a ^ d ^ b
  state[1] = b ^ c ^ a
  state[2] = c ^ a ^ (b << 9)
  state[3] = rotate(d ^ b, 11)
  return bits
}

/** Draws from 0, 1, …, count − 1, each as often as the others; the same seed gives the same draws. */
export function randomIndex(seed: number): (count: number) => number {
  const state: Xoshiro = [scramble(seed, 1), scramble(seed, 2), scramble(seed, 3), scramble(seed, 4)]
  return (count) => Math.floor((nextBits(state) / 2 ** 32) * count)
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}

/** A word that says nothing of the seed: the finalizer of MurmurHash3 over a Weyl sequence. */
function scramble(seed: number, step: number): number {
  let word = (seed + Math.imul(step, 0x9e3779b9)) | 0
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35)
  return word ^ (word >>> 16)
}
