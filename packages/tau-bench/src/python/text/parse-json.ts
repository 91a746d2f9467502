import type { PythonDict, PythonList, PythonValue } from '../value.ts'

/** Deeper nesting is refused; CPython gives up near the same depth. */
const deepest = 900
/** CPython refuses longer ints, so that no text can take quadratic time. */
const longestInt = 4300

/**
 * Python's `json.loads`: ints and floats apart, keys in order. Throws a `SyntaxError` in CPython's words. With
 * `intsAsFloats` as by `parse_int=float`.
 */
export function parsePythonJson(
  text: string,
  { intsAsFloats = false }: { readonly intsAsFloats?: boolean } = {},
): PythonValue {
  return new Reader(text, intsAsFloats).whole()
}

/** The value of a text that is JSON to Python; undefined for any other. */
export function tryParseJson(text: string): PythonValue | undefined {
  try {
    return parsePythonJson(text)
  } catch {
    return undefined
  }
}

class Reader {
  private at = 0
  private readonly text: string
  private readonly intsAsFloats: boolean

  constructor(text: string, intsAsFloats: boolean) {
    this.text = text
    this.intsAsFloats = intsAsFloats
  }

  whole(): PythonValue {
    if (this.text.startsWith('\ufeff')) this.fail('Unexpected UTF-8 BOM (decode using utf-8-sig)')
    const value = this.value(0)
    this.skipBlanks()
    if (this.at < this.text.length) this.fail('Extra data')
    return value
  }

  private value(depth: number): PythonValue {
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
      read += this.skip(plain) ?? ''
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
    const constant = this.skip(word)
    if (constant !== undefined) return constants.get(constant) ?? null
    const start = this.at
    const number = this.skip(numeral) ?? this.fail('Expecting value')
    if (this.intsAsFloats || /[.eE]/.test(number)) return Number(number)
    if (number.length > longestInt) this.fail('Too many digits in an int', start)
    return BigInt(number)
  }

  private take(character: string): boolean {
    this.skipBlanks()
    const found = this.text[this.at] === character
    if (found) this.at++
    return found
  }

  private skipBlanks(): void {
    while (blanks.has(this.text.charCodeAt(this.at))) this.at++
  }

  /** What a sticky pattern finds here, and goes past it. */
  private skip(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    this.at += found?.length ?? 0
    return found
  }

  private fail(what: string, at: number = this.at): never {
    // Python counts characters, not UTF-16 units.
    const before = Array.from(this.text.slice(0, at))
    const lines = before.filter((character) => character === '\n').length
    const column = before.length - before.lastIndexOf('\n')
    throw new SyntaxError(`${what}: line ${lines + 1} column ${column} (char ${before.length})`)
  }
}

const blanks: ReadonlySet<number> = new Set([0x20, 0x0a, 0x0d, 0x09])
/** All but quotes, backslashes and control characters. */
const plain = /[ !#-[\]-\uffff]*/y
const numeral = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y
const word = /null|true|false|NaN|-?Infinity/y

const constants: ReadonlyMap<string, PythonValue> = new Map<string, PythonValue>([
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
])

const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }),
)
