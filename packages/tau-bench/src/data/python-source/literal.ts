import { negate, type PythonDict, type PythonList, type PythonValue } from '../../python/index.ts'
import { readString } from './string-literal.ts'
import type { Token } from './tokens.ts'

/** Deeper nesting is refused. */
const deepest = 100

/**
 * Reads Python literals from tokens, nothing is run: texts of any quotes (neighbours are joined), numbers, `True`,
 * `False`, `None`, lists, tuples (as lists), dicts with texts as keys, and calls with keywords only, such as
 * `Task(user_id='a')`, which become the dict of their keywords. Anything else is a `SyntaxError` with its line.
 */
export class LiteralReader {
  private at: number
  private depth = 0
  private readonly tokens: readonly Token[]

  constructor(tokens: readonly Token[], start = 0) {
    this.tokens = tokens
    this.at = start
  }

  /** The token that comes next. */
  get next(): Token {
    const token = this.tokens[this.at] ?? this.tokens.at(-1)
    if (token === undefined) throw new SyntaxError('there is no source')
    return token
  }

  /** Takes the next token if it reads so. */
  take(text: string): boolean {
    const found = this.next.text === text && this.next.kind !== 'string'
    if (found) this.at++
    return found
  }

  advance(): Token {
    const token = this.next
    this.at++
    return token
  }

  fail(wanted: string, token: Token = this.next): never {
    const found = token.kind === 'end' ? 'the end' : JSON.stringify(token.text.slice(0, 40))
    throw new SyntaxError(`expected ${wanted}, found ${found}, line ${token.line}`)
  }

  value(): PythonValue {
    if (this.depth >= deepest) this.fail('less nesting')
    this.depth++
    const value = this.primary()
    this.depth--
    return value
  }

  private primary(): PythonValue {
    const token = this.next
    if (token.kind === 'string') return this.text()
    if (token.kind === 'number') return located(this.advance(), readNumber)
    if (token.kind === 'name') return this.nameOrCall()
    if (this.take('-')) return negate(this.number())
    if (this.take('+')) return this.number()
    if (this.take('[')) return this.members(']')
    if (this.take('(')) return this.parenthesised()
    if (this.take('{')) return this.dict()
    return this.fail('a value')
  }

  private number(): bigint | number {
    const token = this.advance()
    return token.kind === 'number' ? located(token, readNumber) : this.fail('a number', token)
  }

  private text(): string {
    let text = ''
    while (this.next.kind === 'string') text += located(this.advance(), readString)
    return text
  }

  private nameOrCall(): PythonValue {
    const name = this.advance()
    const constant = constants.get(name.text)
    if (constant !== undefined) return constant
    if (!this.take('(')) this.fail('a value', name)
    return this.keywords()
  }

  private keywords(): PythonDict {
    const keywords: PythonDict = new Map()
    while (!this.take(')')) {
      const name = this.advance()
      if (name.kind !== 'name' || !this.take('=')) this.fail('a keyword argument', name)
      if (keywords.has(name.text)) this.fail('each keyword once', name)
      keywords.set(name.text, this.value())
      this.comma(')')
    }
    return keywords
  }

  private members(closing: string): PythonList {
    const members: PythonList = []
    while (!this.take(closing)) {
      members.push(this.value())
      this.comma(closing)
    }
    return members
  }

  /** One value without a comma is that value; anything else is a tuple. */
  private parenthesised(): PythonValue {
    if (this.take(')')) return []
    const first = this.value()
    if (this.take(')')) return first
    this.comma(')')
    return [first, ...this.members(')')]
  }

  private dict(): PythonDict {
    const dict: PythonDict = new Map()
    while (!this.take('}')) {
      const start = this.next
      const key = this.value()
      if (typeof key !== 'string') this.fail('a text as key', start)
      if (!this.take(':')) this.fail("':'")
      dict.set(key, this.value())
      this.comma('}')
    }
    return dict
  }

  /** A comma separates members and may follow the last. */
  private comma(closing: string): void {
    if (!this.take(',') && this.next.text !== closing) this.fail(`',' or '${closing}'`)
  }
}

const constants: ReadonlyMap<string, PythonValue> = new Map([
  ['True', true],
  ['False', false],
  ['None', null],
])

function located<Value>(token: Token, read: (text: string) => Value): Value {
  try {
    return read(token.text)
  } catch (error) {
    throw new SyntaxError(`${error instanceof Error ? error.message : 'unreadable'}, line ${token.line}`)
  }
}

/** The int or float of a Python number token. Throws a `SyntaxError` for anything else. */
function readNumber(token: string): bigint | number {
  const plain = token.replace(/(?<=[0-9a-fA-FxobXOB])_(?=[0-9a-fA-F])/g, '')
  if (int.test(plain)) return BigInt(plain)
  if (float.test(plain)) return Number(plain)
  throw new SyntaxError(`${token} is no int or float`)
}

const int = /^(?:[1-9][0-9]*|0+|0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+)$/
const float = /^(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?$/
