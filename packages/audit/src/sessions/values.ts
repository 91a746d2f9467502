import { leavesOf, parseStructure } from '@skill-state/core/capture'
import type { ToolCall } from '../episode.ts'
import { occursIn } from '../needs/occurrence.ts'
import type { SessionMessage } from './session.ts'

/** Shorter texts are too common, longer ones are documents and not facts. */
const [FEWEST_CHARS, MOST_CHARS] = [4, 300]

/** The values that tool calls need: the texts and numbers in their arguments. */
export function valuesOf(call: ToolCall): readonly string[] {
  const leaves = leavesOf(call.arguments)
  const fits = ({ isKey, text }: { isKey: boolean; text: string }): boolean =>
    !isKey && text.length >= FEWEST_CHARS && text.length <= MOST_CHARS
  return [...new Set(leaves.filter(fits).map(({ text }) => text))]
}

/**
 * A fixed set of values that is sought in one text after another, in one pass over each. A value is found where its rarest
 * pair of adjacent words is, or its only word; one without words by its first two characters.
 */
export class Values {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []
  /** By the hash of a word or of two characters: the values to try there. */
  readonly #tries = new Map<number, { readonly value: number; readonly offset: number }[]>()
  readonly #filter = new Uint8Array(1 << 20)
  #found: Uint32Array = new Uint32Array(0)
  #round = 0

  add(value: string): void {
    if (this.#numbers.has(value)) return
    this.#numbers.set(value, this.#texts.length)
    this.#texts.push(value)
  }

  get size(): number {
    return this.#texts.length
  }

  numberOf(value: string): number | undefined {
    return this.#numbers.get(value)
  }

  /** Call once, after the last value. */
  seal(): void {
    // About how many values have a mark: an exact count would need more memory than the values.
    const uses = new Uint16Array(FILTER + 1)
    const usesOf = (hash: number): number => uses[hash & FILTER] ?? 0
    for (const text of this.#texts)
      for (const { hash } of marksIn(text)) uses[hash & FILTER] = Math.min(usesOf(hash) + 1, 0xffff)
    this.#texts.forEach((text, value) => {
      const marks = marksIn(text)
      const rarest = marks.reduce(
        (best, each) => (usesOf(each.hash) < usesOf(best.hash) ? each : best),
        marks[0] ?? { hash: pairAt(text, 0), offset: 0 },
      )
      const known = this.#tries.get(rarest.hash) ?? []
      known.push({ value, offset: rarest.offset })
      this.#tries.set(rarest.hash, known)
      this.#filter[rarest.hash & FILTER] = 1
    })
    this.#found = new Uint32Array(this.#texts.length)
  }

  /** The numbers of the values that occur in a message, each once. */
  in(message: SessionMessage): Uint32Array {
    const found: number[] = []
    this.#round++
    for (const text of textsOf(message)) this.#search(text, found)
    return Uint32Array.from(found)
  }

  #search(text: string, found: number[]): void {
    let [hash, before] = [0, 0]
    let [start, startBefore] = [-1, 0]
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : 0
      if (isWord(code)) {
        if (start === -1) [start, hash] = [at, 0]
        hash = (Math.imul(hash, 31) + code) | 0
      } else {
        if (start !== -1) {
          if (this.#filter[hash & FILTER] === 1) this.#try(hash, text, start, found)
          const both = pairOf(before, hash)
          if (this.#filter[both & FILTER] === 1) this.#try(both, text, startBefore, found)
          before = hash
          startBefore = start
          start = -1
        }
        const pair = pairAt(text, at)
        if (this.#filter[pair & FILTER] === 1) this.#try(pair, text, at, found)
      }
    }
  }

  #try(hash: number, text: string, at: number, found: number[]): void {
    for (const { value, offset } of this.#tries.get(hash) ?? []) {
      if (this.#found[value] === this.#round) continue
      const wanted = this.#texts[value] as string
      const from = at - offset
      if (from < 0 || !text.startsWith(wanted, from)) continue
      if (!occursIn(wanted, text.slice(Math.max(0, from - 1), from + wanted.length + 1))) continue
      this.#found[value] = this.#round
      found.push(value)
    }
  }
}

const FILTER = (1 << 20) - 1

function isWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  )
}

/** The hash of two adjacent words; never one of a single word. */
function pairOf(first: number, second: number): number {
  return 2 ** 33 + ((Math.imul(first, 0x5bd1e995) ^ second) >>> 0)
}

/** What a value can be found by: its pairs of words, or its only word. */
function marksIn(text: string): readonly { readonly hash: number; readonly offset: number }[] {
  const words = Array.from(text.matchAll(/[A-Za-z0-9_]+/g), ({ 0: word, index }) => {
    let hash = 0
    for (let at = 0; at < word.length; at++) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) | 0
    return { hash, offset: index }
  })
  if (words.length === 1) return words
  return words
    .slice(1)
    .map(({ hash }, at) => ({ hash: pairOf(words[at]?.hash ?? 0, hash), offset: words[at]?.offset ?? 0 }))
}

/** Never below 2^31, so that no pair is taken for a word. */
function pairAt(text: string, at: number): number {
  return 2 ** 31 + (text.charCodeAt(at) | 0) * 2 ** 16 + (text.charCodeAt(at + 1) | 0)
}

/** The strings of a message in which a value can occur, as in every audit. */
function* textsOf({ role, content, calls = [] }: SessionMessage): Generator<string> {
  yield content
  for (const { name, arguments: given } of calls) {
    yield name
    for (const { text } of leavesOf(given)) yield text
  }
  // A JSON result may hold a value in an escaped form.
  const value = role === 'tool' && content.includes('\\') ? parseStructure(content) : undefined
  for (const { text } of value === undefined ? [] : leavesOf(value)) yield text
}
