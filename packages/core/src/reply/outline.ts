import {
  type CommentEnds,
  decodeString,
  endOfName,
  endOfString,
  endOfWord,
  skipBlank,
} from '../json/json-tokens.ts'

/** A closed `{…}` that has at least one of the wanted keys at its own top level; `end` is past its brace. */
export interface KeyedObject {
  readonly start: number
  readonly end: number
  readonly keys: readonly string[]
}

const BRACKET = /[{[]/

interface Frame {
  readonly start: number
  readonly isArray: boolean
  readonly keys: string[]
  hasMember: boolean
}

/** `broken`: the character at `at` is not allowed there. `cut-off`: the text ends too early. */
type Outcome = 'closed' | 'broken' | 'cut-off'

/**
 * What one bracketed piece of a text turned out to be. Follows the brackets from `root` (a `{` or `[`) to the end of the piece by
 * the grammar of `lenient-json.ts`, in one pass, at any depth and without building values; what a word or an escape means is left
 * to that reader.
 */
export class Outline {
  readonly outcome: Outcome
  /** The objects with wanted keys that closed in it, in the order in which they closed. */
  readonly objects: KeyedObject[] = []
  /** Where the reading stopped: past the closing bracket, at what broke it, or at the end of the text. */
  at: number
  /** Whether a comment or a string of several lines in it has an opening bracket, and so may hide another object. */
  hidesBracket = false
  readonly #text: string
  readonly #wanted: readonly string[]
  readonly #comments: CommentEnds
  readonly #open: Frame[] = []
  #want: 'key' | 'colon' | 'value' | 'comma' = 'value'
  #key: string | undefined
  #lastString: { readonly start: number; readonly end: number } | undefined

  constructor(text: string, root: number, wanted: readonly string[], comments: CommentEnds) {
    this.#comments = comments
    this.#text = text
    this.at = root
    this.#wanted = wanted
    let outcome = this.#step()
    while (outcome === undefined) outcome = this.#step()
    this.outcome = outcome
  }

  /** Whether a `{` was open in the end. */
  get inObject(): boolean {
    return this.#open.some((frame) => !frame.isArray)
  }

  /** Whether an object that was open in the end has a key and its colon, and so hardly is prose. */
  get hasMember(): boolean {
    return this.#open.some((frame) => frame.hasMember)
  }

  get hasWanted(): boolean {
    return this.#open.some((frame) => frame.keys.length > 0)
  }

  /** Start of the string after which it stopped, if it was one. */
  get lastString(): number | undefined {
    return this.#lastString?.start
  }

  #step(): Outcome | undefined {
    const start = this.at
    this.at = skipBlank(this.#text, start, this.#comments)
    if (this.at > start) this.hidesBracket ||= BRACKET.test(this.#text.slice(start, this.at))
    const char = this.#text[this.at]
    const top = this.#open.at(-1)
    if (char === undefined) return 'cut-off'
    if (this.#want === 'value' && (char === '{' || char === '[')) return this.#enter(char)
    if (top && char === (top.isArray ? ']' : '}') && mayClose(top, this.#want)) return this.#leave(top)
    if (top && char === ',' && this.#want === 'comma') return this.#pass(itemOf(top))
    if (top && char === ':' && this.#want === 'colon') return this.#member(top)
    return this.#want === 'key' || this.#want === 'value' ? this.#token(char) : 'broken'
  }

  #enter(bracket: string): undefined {
    const frame: Frame = { start: this.at, isArray: bracket === '[', keys: [], hasMember: false }
    this.#open.push(frame)
    this.#pass(itemOf(frame))
  }

  #leave({ start, keys }: Frame): 'closed' | undefined {
    this.#open.pop()
    this.#pass('comma')
    if (keys.length > 0) this.objects.push({ start, end: this.at, keys })
    return this.#open.length === 0 ? 'closed' : undefined
  }

  #member(frame: Frame): undefined {
    frame.hasMember = true
    if (this.#key !== undefined && !frame.keys.includes(this.#key)) frame.keys.push(this.#key)
    this.#pass('value')
  }

  #token(char: string): Outcome | undefined {
    const isString = char === '"' || char === "'"
    const start = this.at
    const endOf = isString ? endOfString : this.#want === 'key' ? endOfName : endOfWord
    const end = endOf(this.#text, start)
    if (end === start) return 'broken'
    this.#lastString = isString ? { start, end } : undefined
    this.at = end < 0 ? this.#text.length : end
    if (end < 0) return 'cut-off'
    if (this.#want === 'key') {
      const key = isString ? decodeString(this.#text, start, end) : this.#text.slice(start, end)
      this.#key = this.#wanted.find((name) => name === key)
    }
    this.#want = this.#want === 'key' ? 'colon' : 'comma'
    return undefined
  }

  /** Goes past one character of structure. */
  #pass(want: 'key' | 'value' | 'comma'): undefined {
    if (this.#lastString) {
      const string = this.#text.slice(this.#lastString.start, this.#lastString.end)
      this.hidesBracket ||= /[\r\n]/.test(string) && BRACKET.test(string)
    }
    this.at += 1
    this.#want = want
    this.#lastString = undefined
  }
}

const itemOf = (frame: Frame): 'key' | 'value' => (frame.isArray ? 'value' : 'key')

/** After an item, after the comma behind one, or before the first. */
const mayClose = (frame: Frame, want: string): boolean => want === 'comma' || want === itemOf(frame)
