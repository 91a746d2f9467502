import { PythonError } from '../../python/python-error.ts'

const symbols = ['...', '**', '//', '+', '-', '*', '/', '(', ')', '.'] as const

export type TokenKind = (typeof symbols)[number] | 'number' | 'end'

export interface Token {
  readonly kind: TokenKind
  readonly text: string
  /** Open parentheses after this token. */
  readonly level: number
}

const numberAt = /\d+\.?\d*|\.\d+/y
const blanksAt = / */y
const deepestLevel = 200

const maxDigits = 4300
const advice =
  'use sys.set_int_max_str_digits() to increase the limit - ' +
  'Consider hexadecimal for huge integer literals to avoid decimal conversion limits.'

/**
 * The tokens of an expression, read one at a time as CPython does: what is wrong behind the place where the parser
 * gave up is not always seen. Reading raises what CPython's tokenizer raises.
 */
export class Tokens {
  readonly #text: string
  readonly #read: Token[] = []
  #offset = 0

  /** `text` holds only digits, `+-*&#47;().` and blanks. */
  constructor(text: string) {
    this.#text = text
  }

  /** The token at `index`, which is at most one further than any asked for before. */
  at(index: number): Token {
    const token = this.#read[index] ?? this.#next()
    if (token.kind === 'end' && token.level > 0) throw syntaxError("'(' was never closed")
    return token
  }

  /** Raises the first error of the tokenizer in the unread rest; an open parenthesis is not an error here. */
  checkRest(): void {
    while (this.#next().kind !== 'end');
  }

  #next(): Token {
    this.#offset += match(blanksAt, this.#text, this.#offset).length
    const number = match(numberAt, this.#text, this.#offset)
    if (number !== '') return this.#add('number', checkNumber(number))
    const symbol = symbols.find((candidate) => this.#text.startsWith(candidate, this.#offset))
    return symbol === undefined ? this.#add('end', '') : this.#add(symbol, symbol)
  }

  #add(kind: TokenKind, text: string): Token {
    const before = this.#read.at(-1)?.level ?? 0
    if (kind === '(' && before === deepestLevel) throw syntaxError('too many nested parentheses')
    if (kind === ')' && before === 0) throw syntaxError("unmatched ')'")
    const token = { kind, text, level: before + (kind === '(' ? 1 : kind === ')' ? -1 : 0) }
    this.#read.push(token)
    this.#offset += text.length
    return token
  }
}

function match(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset
  return pattern.exec(text)?.[0] ?? ''
}

function checkNumber(text: string): string {
  if (!/^0+[1-9]\d*$/.test(text)) return text
  const help = 'use an 0o prefix for octal integers'
  throw syntaxError(`leading zeros in decimal integer literals are not permitted; ${help}`)
}

/** The value of a number as it is written: a float if it has a point, else an int. */
export function literalValue(text: string): bigint | number {
  if (text.includes('.')) return Number(text)
  if (text.length <= maxDigits) return BigInt(text)
  if (/^0+$/.test(text)) return 0n
  const found = `Exceeds the limit (${maxDigits} digits) for integer string conversion: value has ${text.length} digits`
  throw syntaxError(`${found}; ${advice}`)
}

/** A syntax error in an expression of one line; an empty expression has line 0. */
export function syntaxError(words: string, line = 1): PythonError {
  return new PythonError('SyntaxError', `${words} (<string>, line ${line})`)
}
