/*
 * The tokens of tolerant JSON, for the scan that finds a block and the reader that reads it: white space with
 * comments, strings in either quote, words. Each function is linear in what it passes over.
 */

const TAB = 9
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const SPACE = 32
const HASH = 35
const SLASH = 47
const BACKSLASH = 92

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

/** Where comments of a text end, for a reader that goes back into them: no end is looked for twice. */
export class CommentEnds {
  #line = { from: 0, end: -1 }
  #block = { from: 0, end: -1 }

  /** Of the comment begun at `from`, whose end is that of its line. */
  line(text: string, from: number): number {
    if (from < this.#line.from || from >= this.#line.end) this.#line = { from, end: endOfLine(text, from) }
    return this.#line.end
  }

  block(text: string, from: number): number {
    const isInside = from >= this.#block.from && from + '/**/'.length <= this.#block.end
    if (!isInside) this.#block = { from, end: endOfComment(text, from) }
    return this.#block.end
  }
}

/** Index of the next character outside white space and comments; the text's length if a comment never ends. */
export function skipBlank(text: string, from: number, ends?: CommentEnds): number {
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB) at += 1
    else if (code === HASH || (code === SLASH && text[at + 1] === '/'))
      at = ends ? ends.line(text, at) : endOfLine(text, at)
    else if (code === SLASH && text[at + 1] === '*') at = ends ? ends.block(text, at) : endOfComment(text, at)
    else return at
  }
}

/** Index past the quote that closes the string begun at `start`, or -1 if none does. */
export function endOfString(text: string, start: number): number {
  const quote = text.charCodeAt(start)
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code === BACKSLASH) at += 1
  }
  return -1
}

/** What the string between two quotes says, or undefined if it holds an escape that JSON does not know. */
export function decodeString(text: string, start: number, end: number): string | undefined {
  const raw = text.slice(start + 1, end - 1)
  if (!raw.includes('\\')) return raw
  let known = true
  const value = raw.replace(/\\(?:u([\da-fA-F]{4})|([\s\S]))/g, (_, hex?: string, char = '') => {
    const decoded = hex === undefined ? ESCAPES.get(char) : String.fromCharCode(Number.parseInt(hex, 16))
    known &&= decoded !== undefined
    return decoded ?? ''
  })
  return known ? value : undefined
}

/** Index past the unquoted key, `[A-Za-z_]\w*`, that starts at `start`; `start` if there is none. */
export function endOfName(text: string, start: number): number {
  return endOf(/(?:[a-zA-Z_]\w*)?/y, text, start)
}

/** Index past the run of letters, digits and `_ . + -` that starts at `start`; `start` if there is none. */
export function endOfWord(text: string, start: number): number {
  return endOf(/[\w.+-]*/y, text, start)
}

function endOf(sticky: RegExp, text: string, start: number): number {
  sticky.lastIndex = start
  sticky.test(text)
  return sticky.lastIndex
}

function endOfLine(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}

function endOfComment(text: string, start: number): number {
  const end = text.indexOf('*/', start + 2)
  return end < 0 ? text.length : end + 2
}
