import { PythonError } from '../../python/index.ts'
import { type BinaryOperator, binary, call, type Instruction, push, type Sign, sign } from './operate.ts'

/** What waits until its operands are read: an operator, a sign, or what a `)` closes. */
type Waiting =
  | { readonly kind: 'binary'; readonly operator: BinaryOperator }
  | { readonly kind: 'sign'; readonly operator: Sign }
  | { readonly kind: 'group' | 'call' }

/** How strongly an operator binds; a sign binds weaker than the power to its right, `-2 ** 2` is -4. */
const strengths = { '+': 1, '-': 1, '*': 2, '/': 2, '//': 2, sign: 3, '**': 4 } as const

/**
 * Compiles an expression as CPython 3.11's `eval`, or raises its SyntaxError. Starred arguments and `...` are invalid
 * syntax here.
 */
export function compile(expression: string): readonly Instruction[] {
  const compiler = new Compiler()
  for (const token of tokenize(expression)) {
    if (token === '(') compiler.open()
    else if (token === ')') compiler.close()
    else if (isOperator(token)) compiler.operator(token)
    else compiler.number(token)
  }
  return compiler.end()
}

/** Reads tokens in order: what binds stronger comes out first. */
class Compiler {
  private readonly code: Instruction[] = []
  private readonly waiting: Waiting[] = []
  /** Whether an operand was just read; and whether a parenthesis was just opened. */
  private isComplete = false
  private isOpened = false

  open(): void {
    this.waiting.push({ kind: this.isComplete ? 'call' : 'group' })
    this.isComplete = false
    this.isOpened = true
  }

  close(): void {
    const isEmpty = this.isOpened
    if (!this.isComplete && !isEmpty) throw syntaxError('invalid syntax')
    this.settle(1)
    if (this.waiting.pop()?.kind === 'call') this.code.push(call(isEmpty))
    else if (isEmpty) this.code.push(push('tuple'))
    this.read(true)
  }

  operator(operator: BinaryOperator): void {
    if (this.isComplete) {
      // Powers bind to the right.
      this.settle(strengths[operator] + (operator === '**' ? 1 : 0))
      this.waiting.push({ kind: 'binary', operator })
    } else if (operator === '+' || operator === '-') this.waiting.push({ kind: 'sign', operator })
    else throw syntaxError('invalid syntax')
    this.read(false)
  }

  number(text: string): void {
    if (this.isComplete) throw syntaxError(secondExpression(this.waiting))
    this.code.push(push(literalValue(text)))
    this.read(true)
  }

  end(): readonly Instruction[] {
    if (!this.isComplete) throw syntaxError('invalid syntax')
    this.settle(1)
    return this.code
  }

  private read(isComplete: boolean): void {
    this.isComplete = isComplete
    this.isOpened = false
  }

  /** Writes down what waits and binds at least so strongly. */
  private settle(strength: number): void {
    for (let top = this.waiting.at(-1); top && strengthOf(top) >= strength; top = this.waiting.at(-1)) {
      this.waiting.pop()
      if (top.kind === 'binary') this.code.push(binary(top.operator))
      else if (top.kind === 'sign') this.code.push(sign(top.operator))
    }
  }
}

function strengthOf(waiting: Waiting): number {
  if (waiting.kind === 'binary') return strengths[waiting.operator]
  return waiting.kind === 'sign' ? strengths.sign : 0
}

/** Two expressions side by side get a hint, but only between parentheses. */
function secondExpression(waiting: readonly Waiting[]): string {
  const isInside = waiting.some(({ kind }) => kind === 'group' || kind === 'call')
  return isInside ? 'invalid syntax. Perhaps you forgot a comma?' : 'invalid syntax'
}

const isOperator = (token: string): token is BinaryOperator => token in strengths

/** Numbers, operators and parentheses. Raises what CPython's tokenizer raises. */
function tokenize(expression: string): readonly string[] {
  if (expression.trim() === '') throw syntaxError('invalid syntax', 0)
  const tokens = expression.match(/\d+\.?\d*|\.\d+|\*\*|\/\/|[-+*/().]/g) ?? []
  let level = 0
  for (const token of tokens) {
    if (/^0+[1-9]\d*$/.test(token)) {
      const help = 'use an 0o prefix for octal integers'
      throw syntaxError(`leading zeros in decimal integer literals are not permitted; ${help}`)
    }
    if (token === '(' && level === 200) throw syntaxError('too many nested parentheses')
    if (token === ')' && level === 0) throw syntaxError("unmatched ')'")
    level += token === '(' ? 1 : token === ')' ? -1 : 0
  }
  if (level > 0) throw syntaxError("'(' was never closed")
  return tokens
}

const maxDigits = 4300

/** The value of a number as it is written: a float if it has a point, else an int. */
function literalValue(text: string): bigint | number {
  if (text === '.') throw syntaxError('invalid syntax')
  if (text.includes('.')) return Number(text)
  if (text.length <= maxDigits || /^0+$/.test(text)) return BigInt(text)
  const found = `Exceeds the limit (${maxDigits} digits) for integer string conversion: value has ${text.length} digits`
  throw syntaxError(
    `${found}; use sys.set_int_max_str_digits() to increase the limit - Consider hexadecimal for huge integer literals to avoid decimal conversion limits.`,
  )
}

/** A syntax error in an expression of one line; an empty expression has line 0. */
function syntaxError(words: string, line = 1): PythonError {
  return new PythonError('SyntaxError', `${words} (<string>, line ${line})`)
}
