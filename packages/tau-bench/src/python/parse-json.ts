import type { PythonDict, PythonList, PythonValue } from './value.ts'

/** Deeper nesting is refused; CPython gives up near the same depth. */
const deepest = 900
/** CPython refuses longer ints, so that no text can take quadratic time. */
const longestInt = 4300

/**
 * Reads JSON as Python's `json.loads` does: ints and floats stay apart, objects keep the order of their keys, of a key
 * that comes twice the last value counts, at the first one's place. `NaN`, `Infinity` and `-Infinity` are numbers.
 *
 * Throws a `SyntaxError` that names line, column and offset in CPython's words. With `intsAsFloats`, each number is a
 * float, as with `json.loads(text, parse_int=float)`.
 */
export function parsePythonJson(
  text: string,
  { intsAsFloats = false }: { readonly intsAsFloats?: boolean } = {},
): PythonValue {
  const reader = new Reader(text, intsAsFloats)
  reader.start()
  const value = reader.value(0)
  reader.end()
  return value
}

class Reader {
  private at = 0
  private readonly text: string
  private readonly intsAsFloats: boolean

  constructor(text: string, intsAsFloats: boolean) {
    this.text = text
    this.intsAsFloats = intsAsFloats
  }

  value(depth: number): PythonValue {
    this.skipBlanks()
    if (depth > deepest) this.fail('Nested too deep')
    switch (this.text[this.at]) {
      case '{':
        return this.dict(depth + 1)
      case '[':
        return this.list(depth + 1)
      case '"':
        return this.string()
      default:
        return this.scalar()
    }
  }

  start(): void {
    if (this.text.startsWith('\ufeff')) this.fail('Unexpected UTF-8 BOM (decode using utf-8-sig)')
  }

  end(): void {
    this.skipBlanks()
    if (this.at < this.text.length) this.fail('Extra data')
  }

  private dict(depth: number): PythonDict {
    const dict: PythonDict = new Map()
    this.at++
    if (this.take('}')) return dict
    for (;;) {
      this.skipBlanks()
      if (this.text[this.at] !== '"') this.fail('Expecting property name enclosed in double quotes')
      const key = this.string()
      if (!this.take(':')) this.fail("Expecting ':' delimiter")
      dict.set(key, this.value(depth))
      if (this.take('}')) return dict
      if (!this.take(',')) this.fail("Expecting ',' delimiter")
    }
  }

  private list(depth: number): PythonList {
    const list: PythonList = []
    this.at++
    if (this.take(']')) return list
    for (;;) {
      list.push(this.value(depth))
      if (this.take(']')) return list
      if (!this.take(',')) this.fail("Expecting ',' delimiter")
    }
  }

  private string(): string {
    const opening = this.at++
    let read = ''
    for (;;) {
      const from = this.at
      this.skipPlain()
      read += this.text.slice(from, this.at)
      const stop = this.text[this.at]
      if (stop === undefined) this.fail('Unterminated string starting at', opening)
      if (stop === '"') {
        this.at++
        return read
      }
      if (stop !== '\\') this.fail('Invalid control character at')
      read += this.escape(opening)
    }
  }

  /** Stops at a quote, a backslash, a control character or the end. */
  private skipPlain(): void {
    const { text } = this
    for (; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at)
      if (code === 0x22 || code === 0x5c || code < 0x20) return
    }
  }

  private escape(opening: number): string {
    const letter = this.text[this.at + 1]
    if (letter === undefined) this.fail('Unterminated string starting at', opening)
    if (letter === 'u') return this.unicodeEscape()
    const meaning = escapes.get(letter)
    if (meaning === undefined) this.fail('Invalid \\escape')
    this.at += 2
    return meaning
  }

  private unicodeEscape(): string {
    const digits = this.text.slice(this.at + 2, this.at + 6)
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail('Invalid \\uXXXX escape', this.at + 1)
    this.at += 6
    return String.fromCharCode(Number.parseInt(digits, 16))
  }

  private scalar(): PythonValue {
    word.lastIndex = this.at
    const constant = word.exec(this.text)?.[0]
    if (constant !== undefined) {
      this.at += constant.length
      return constants.get(constant) ?? null
    }
    return this.number()
  }

  private number(): bigint | number {
    numeral.lastIndex = this.at
    const match = numeral.exec(this.text)
    if (match === null) this.fail('Expecting value')
    const [whole, int = ''] = match
    const isInt = whole.length === int.length && !this.intsAsFloats
    if (isInt && int.length > longestInt) this.fail('Too many digits in an int')
    this.at += whole.length
    return isInt ? BigInt(int) : Number(whole)
  }

  private take(character: string): boolean {
    this.skipBlanks()
    const found = this.text[this.at] === character
    if (found) this.at++
    return found
  }

  private skipBlanks(): void {
    const { text } = this
    for (; ; this.at++) {
      const code = text.charCodeAt(this.at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
    }
  }

  private fail(what: string, at: number = this.at): never {
    // Python counts characters, not UTF-16 units.
    const before = Array.from(this.text.slice(0, at))
    const lines = before.filter((character) => character === '\n').length
    const column = before.length - before.lastIndexOf('\n')
    throw new SyntaxError(`${what}: line ${lines + 1} column ${column} (char ${before.length})`)
  }
}

const numeral = /(-?(?:0|[1-9][0-9]*))(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y
const word = /null|true|false|NaN|-?Infinity/y

const constants: ReadonlyMap<string, PythonValue> = new Map<string, PythonValue>([
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
])

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])
