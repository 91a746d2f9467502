import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { mersenne } from 'pure-rand/generator/mersenne'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'

export interface Random {
  /** A whole number from `least` to `most`, both included, each equally likely. */
  integer(least: number, most: number): number
  pick<T>(choices: readonly T[]): T
}

/** Random numbers of one seed (its lower 32 bits) for one purpose: streams say nothing about each other. */
export function randomStream(seed: number, stream: string): Random {
  const generator = mersenne(seed ^ hash(stream))
  const integer = (least: number, most: number): number => uniformInt(generator, least, most)
  return { integer, pick: (choices) => pick(generator, choices) }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value
}

/** One of the choices, each equally likely, by one draw. There must be one. */
export function pick<T>(random: RandomGenerator, choices: readonly T[]): T {
  return choices[uniformInt(random, 0, choices.length - 1)] as T
}
