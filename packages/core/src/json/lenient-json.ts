import { hasExactKeys } from './exact-keys.ts'
import { oneLine } from './excerpt.ts'
import { decodeString, endOfName, endOfString, endOfWord, skipBlank } from './json-tokens.ts'
import { MAX_DEPTH } from './limits.ts'

/** Levels that a block may have: those of a patch, the block around it, and room for a rejection that names them. */
const BLOCK_DEPTH = MAX_DEPTH + 10

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const LITERALS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
])

export type LenientReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string }

/**
 * Reads the whole text as one JSON value, and in it what models write for JSON: trailing commas, single quotes,
 * unquoted names as keys, `True`, `False`, `None`, comments (`//`, `#`, `/*`), line breaks inside strings.
 *
 * Nothing is repaired or guessed. Rejected are whatever is missing or unknown (a bracket, a quote, a comma, an
 * escape, `NaN`, hexadecimal), a key that an object has twice, more than `MAX_DEPTH` levels and a few, and a
 * line break inside a string or a bracket inside a comment that may as well belong to the structure. On strict JSON it agrees with `JSON.parse`.
 */
export function readLenientJson(text: string): LenientReading {
  try {
    return { ok: true, value: new Reader(text).readWhole() }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, message: error.message }
    throw error
  }
}

/**
 * The value of JSON that this package wrote, with exactly its keys: V8's `JSON.parse` may take one that needs an
 * escape for another (https://github.com/nodejs/node/issues/63785). Throws an error that says what is wrong.
 */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!text.includes('\\') || hasExactKeys(text, value)) return value
  const read = readLenientJson(text)
  if (!read.ok) throw new Error(read.message)
  return read.value
}

class Unreadable extends Error {}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  readWhole(): unknown {
    const value = this.#value(1)
    if (this.#peek() !== undefined) this.#reject('the end of the block')
    return value
  }

  #value(depth: number): unknown {
    if (depth > BLOCK_DEPTH) throw new Unreadable(`expected at most ${BLOCK_DEPTH} levels of nesting`)
    const char = this.#peek()
    if (char === '{') return this.#object(depth)
    if (char === '[') return this.#array(depth)
    return char === '"' || char === "'" ? this.#string() : this.#scalar()
  }

  #object(depth: number): unknown {
    const members = new Map<string, unknown>()
    this.#items('}', () => {
      const key = this.#key()
      if (members.has(key)) {
        throw new Unreadable(`expected each key once, found ${JSON.stringify(oneLine(key))} twice`)
      }
      if (!this.#take(':')) this.#reject('":" after a key')
      members.set(key, this.#value(depth + 1))
    })
    return Object.fromEntries(members)
  }

  #array(depth: number): unknown[] {
    const values: unknown[] = []
    this.#items(']', () => values.push(this.#value(depth + 1)))
    return values
  }

  /** The text between an opening bracket and `close`: items with a comma after each, optional after the last. */
  #items(close: string, readItem: () => void): void {
    this.#at += 1
    while (!this.#take(close)) {
      readItem()
      if (this.#take(',')) continue
      if (this.#peek() !== close) this.#reject(`"," or "${close}"`)
    }
  }

  #key(): string {
    const char = this.#peek()
    if (char === '"' || char === "'") return this.#string()
    const name = this.#text.slice(this.#at, endOfName(this.#text, this.#at))
    if (name === '' || LITERALS.has(name)) this.#reject('a key in double quotes')
    this.#at += name.length
    return name
  }

  #string(): string {
    const start = this.#at
    const end = endOfString(this.#text, start)
    if (end < 0) this.#reject('a string that is closed')
    const raw = this.#text.slice(start + 1, end - 1)
    if (/[\r\n]/.test(raw) && mayLackQuote(raw)) this.#reject('a string on one line (write \\n in it)')
    const value = decodeString(this.#text, start, end)
    if (value === undefined) return this.#reject('a string with the escapes of JSON only')
    this.#at = end
    return flatCopy(value)
  }

  #scalar(): boolean | null | number {
    const word = this.#text.slice(this.#at, endOfWord(this.#text, this.#at))
    const value = NUMBER.test(word) ? Number(word) : LITERALS.get(word)
    if (value === undefined) return this.#reject('a value')
    this.#at += word.length
    return value
  }

  #peek(): string | undefined {
    const start = this.#at
    this.#at = skipBlank(this.#text, start)
    if (!closesBrackets(this.#text.slice(start, this.#at)))
      this.#reject('brackets in comments to be closed there')
    return this.#text[this.#at]
  }

  #take(char: string): boolean {
    const found = this.#peek() === char
    if (found) this.#at += 1
    return found
  }

  #reject(expected: string): never {
    const rest = oneLine(this.#text.slice(this.#at, this.#at + 200), 30)
    throw new Unreadable(`expected ${expected}, found ${rest === '' ? 'nothing' : JSON.stringify(rest)}`)
  }
}

/** The string without the text that it was cut from, which V8 keeps alive as long as any slice of it. */
const flatCopy = (text: string): string => JSON.parse(JSON.stringify(text)) as string

/** Whether a string of several lines looks as if it ran on into the lines, or the fence, that follow it. */
const mayLackQuote = (raw: string): boolean => /[\r\n][ \t]*(?:[{}[\],:]|```|~~~)|[{[,:]\s*$/.test(raw)

function closesBrackets(comments: string): boolean {
  let open = 0
  for (const [bracket] of comments.matchAll(/[{}[\]]/g)) open += bracket === '{' || bracket === '[' ? 1 : -1
  return open === 0
}
