import { leavesOf, parseStructure } from '@skill-state/protocol/evidence'
import type { ToolCall } from '../episode.ts'
import { isWord, occursIn } from '../needs/occurrence.ts'
import { piecesIn, type Wanted } from '../needs/pieces.ts'
import type { SessionMessage } from './session.ts'

/** Shorter texts are too common, longer ones are documents and not facts. */
const [FEWEST_CHARS, MOST_CHARS] = [4, 300]

/** What a tool call needs: the texts and numbers in its arguments, and the facts inside commands, addresses and JSON texts. */
export function wantedBy(call: ToolCall): readonly Wanted[] {
  const wanted: Wanted[] = []
  for (const { isKey, text } of leavesOf(call.arguments)) {
    if (isKey || text.length < FEWEST_CHARS) continue
    const pieces = piecesIn(text)
    if (text.length <= MOST_CHARS) wanted.push({ text, inside: pieces.length })
    for (const piece of pieces) wanted.push(piece)
  }
  return wanted
}

/**
 * A fixed set of values that is sought in one text after another, in one pass over each. A value is found where its rarest
 * pair of adjacent words is, or its only word; one without words by its first two characters.
 */
export class Values {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []
  /** A table of lists: by the hash of a word or of two characters, the first value to try there, and after each the next. */
  #first: Int32Array = new Int32Array(1)
  #next: Int32Array = new Int32Array(0)
  #hashes: Int32Array = new Int32Array(0)
  #offsets: Uint16Array = new Uint16Array(0)
  #found: Uint32Array = new Uint32Array(0)
  #round = 0

  add(value: string): void {
    if (this.#numbers.has(value)) return
    // A piece of a long text would keep that in memory.
    const text = Buffer.from(value, 'utf16le').toString('utf16le')
    this.#numbers.set(text, this.#texts.length)
    this.#texts.push(text)
  }

  get size(): number {
    return this.#texts.length
  }

  numberOf(value: string): number {
    return this.#numbers.get(value) ?? -1
  }

  /** Call once, after the last value. */
  seal(): void {
    const size = this.#texts.length
    const slots = 2 ** Math.min(20, Math.max(8, 2 + Math.ceil(Math.log2(size + 1))))
    // About how many values have a mark: an exact count would need more memory than the values.
    const uses = new Uint16Array(slots)
    const usesOf = (hash: number): number => uses[hash & (slots - 1)] ?? 0
    for (const text of this.#texts)
      for (const { hash } of marksIn(text)) uses[hash & (slots - 1)] = Math.min(usesOf(hash) + 1, 0xffff)
    this.#first = new Int32Array(slots).fill(-1)
    this.#next = new Int32Array(size)
    this.#hashes = new Int32Array(size)
    this.#offsets = new Uint16Array(size)
    this.#found = new Uint32Array(size)
    this.#texts.forEach((text, value) => {
      const marks = marksIn(text)
      const rarest = marks.reduce(
        (best, each) => (usesOf(each.hash) < usesOf(best.hash) ? each : best),
        marks[0] ?? { hash: pairAt(text, 0), offset: 0 },
      )
      const slot = rarest.hash & (slots - 1)
      this.#next[value] = this.#first[slot] ?? -1
      this.#first[slot] = value
      this.#hashes[value] = rarest.hash
      this.#offsets[value] = rarest.offset
    })
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
    const [first, mask] = [this.#first, this.#first.length - 1]
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : 0
      if (isWord(code)) {
        if (start === -1) [start, hash] = [at, 0]
        hash = (Math.imul(hash, 31) + code) | 0
      } else {
        if (start !== -1) {
          if (first[hash & mask] !== -1) this.#try(hash, text, start, found)
          const both = pairOf(before, hash)
          if (first[both & mask] !== -1) this.#try(both, text, startBefore, found)
          before = hash
          startBefore = start
          start = -1
        }
        const pair = pairAt(text, at)
        if (first[pair & mask] !== -1) this.#try(pair, text, at, found)
      }
    }
  }

  #try(hash: number, text: string, at: number, found: number[]): void {
    for (
      let value = this.#first[hash & (this.#first.length - 1)] ?? -1;
      value !== -1;
      value = this.#next[value] ?? -1
    ) {
      if (this.#hashes[value] !== hash || this.#found[value] === this.#round) continue
      const wanted = this.#texts[value] as string
      const from = at - (this.#offsets[value] ?? 0)
      if (from < 0 || !text.startsWith(wanted, from)) continue
      if (!occursIn(wanted, text.slice(Math.max(0, from - 1), from + wanted.length + 1))) continue
      this.#found[value] = this.#round
      found.push(value)
    }
  }
}

function pairOf(first: number, second: number): number {
  return (Math.imul(first, 0x5bd1e995) ^ Math.imul(second, 0x27d4eb2f)) | 0
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

function pairAt(text: string, at: number): number {
  return (
    (Math.imul(text.charCodeAt(at) | 0, 0x2c1b3c6d) + Math.imul(text.charCodeAt(at + 1) | 0, 0x297a2d39)) | 0
  )
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
