import { PythonError } from '../../python/python-error.ts'
import { binary, call, type Program, push, sign } from './evaluate.ts'
import type { BinaryOperator, Sign } from './numbers.ts'
import { literalValue, syntaxError, type TokenKind, Tokens } from './tokens.ts'

/** About the depth of a syntax tree that CPython's compiler can still walk when the tool runs. */
const deepestTree = 2985

/**
 * Compiles an expression as CPython 3.11's `eval` would, or raises its SyntaxError. Like CPython it reads twice if
 * the first reading fails: the second looks for mistakes that have words of their own.
 */
export function parse(expression: string): Program {
  const text = expression.trim()
  if (text === '') throw syntaxError('invalid syntax', 0)
  const tokens = new Tokens(text)
  const program = new Parser(tokens, false).program() ?? new Parser(tokens, true).program()
  if (program !== undefined) return program
  tokens.checkRest()
  throw syntaxError('invalid syntax')
}

/** The depth of the syntax tree that was read; `undefined` if nothing fits, with no token taken. */
type Match = number | undefined

interface Mark {
  readonly position: number
  readonly length: number
}

class Parser {
  readonly #tokens: Tokens
  readonly #code: Program[number][] = []
  #position = 0
  #findsMistakes: boolean

  constructor(tokens: Tokens, findsMistakes: boolean) {
    this.#tokens = tokens
    this.#findsMistakes = findsMistakes
  }

  program(): Program | undefined {
    const depth = this.#expression()
    if (depth === undefined || this.#kind() !== 'end') return undefined
    if (depth <= deepestTree) return this.#code
    throw new PythonError('RecursionError', 'maximum recursion depth exceeded during compilation')
  }

  #expression(): Match {
    const depth = this.#sum()
    if (depth !== undefined && this.#findsMistakes) this.#refuseSecondExpression()
    return depth
  }

  /** Two expressions side by side get a hint, but only between parentheses. */
  #refuseSecondExpression(): void {
    const mark = this.#mark()
    this.#findsMistakes = false
    const second = this.#sum()
    this.#findsMistakes = true
    if (second !== undefined && this.#tokens.at(this.#position - 1).level > 0) {
      throw this.#mistake('invalid syntax. Perhaps you forgot a comma?')
    }
    this.#reset(mark)
  }

  #sum(): Match {
    return this.#chain(['+', '-'], () => this.#term())
  }

  #term(): Match {
    return this.#chain(['*', '/', '//'], () => this.#factor())
  }

  #chain(operators: readonly BinaryOperator[], operand: () => Match): Match {
    let depth = operand()
    while (depth !== undefined) {
      const mark = this.#mark()
      const operator = operators.find((candidate) => this.#take(candidate))
      const right = operator === undefined ? undefined : operand()
      if (operator === undefined || right === undefined) {
        this.#reset(mark)
        break
      }
      this.#code.push(binary(operator))
      depth = Math.max(depth, right) + 1
    }
    return depth
  }

  /**
   * Signs and powers bind to the right: `-2 ** -3 ** 2` is `-(2 ** (-(3 ** 2)))`. Read in a loop, as there may be
   * thousands in a row; if an operand is missing, all from the last `**` on is given back.
   */
  #factor(): Match {
    const operators: (Sign | '**')[] = []
    const operands: number[] = []
    let mark = this.#mark()
    let kept = 0
    do {
      for (let next = this.#kind(); next === '+' || next === '-'; next = this.#kind()) {
        this.#position += 1
        operators.push(next)
      }
      const operand = this.#primary()
      if (operand === undefined) {
        this.#reset(mark)
        break
      }
      operands.push(operand)
      mark = this.#mark()
      kept = operators.length
    } while (this.#take('**') && operators.push('**'))
    return this.#bindToTheRight(operators.slice(0, kept), operands)
  }

  #bindToTheRight(operators: readonly (Sign | '**')[], operands: readonly number[]): Match {
    let left = operands.length - 1
    let depth = operands[left]
    if (depth === undefined) return undefined
    for (const operator of operators.toReversed()) {
      if (operator === '**') depth = Math.max(depth, operands[--left] ?? 0)
      depth += 1
      this.#code.push(operator === '**' ? binary(operator) : sign(operator))
    }
    return depth
  }

  #primary(): Match {
    let depth = this.#atom()
    while (depth !== undefined && this.#kind() === '(') {
      const argument = this.#call()
      if (argument === undefined) break
      depth = Math.max(depth, argument) + 1
    }
    // A point might begin an attribute's name: what follows it is looked at, and never fits.
    if (depth !== undefined && this.#kind() === '.') this.#tokens.at(this.#position + 1)
    return depth
  }

  /** The depth of the argument, 0 without one. */
  #call(): Match {
    const mark = this.#mark()
    this.#position += 1
    const depth = this.#argument()
    if (depth === undefined) this.#reset(mark)
    return depth
  }

  #argument(): Match {
    const stars = this.#takeStars()
    const isEmpty = stars === undefined && this.#kind() === ')'
    const depth = isEmpty ? 0 : this.#expression()
    if (depth === undefined || !this.#take(')')) return undefined
    this.#code.push(call(stars ?? (isEmpty ? 'none' : 'plain')))
    return depth
  }

  #atom(): Match {
    const { kind, text } = this.#tokens.at(this.#position)
    if (kind === '(') return this.#group()
    if (kind !== 'number' && kind !== '...') return undefined
    this.#position += 1
    this.#code.push(push(kind === '...' ? 'ellipsis' : this.#literal(text)))
    return 1
  }

  #group(): Match {
    const mark = this.#mark()
    this.#position += 1
    const depth = this.#groupContent()
    if (depth === undefined) this.#reset(mark)
    return depth
  }

  #groupContent(): Match {
    if (this.#take(')')) {
      this.#code.push(push('tuple'))
      return 1
    }
    // Outside a call `**` never fits, so that only the search for mistakes reads on.
    if (this.#kind() === '**' && !this.#findsMistakes) return undefined
    const stars = this.#takeStars()
    const depth = this.#expression()
    if (depth === undefined || !this.#take(')')) return undefined
    if (stars === undefined) return depth
    if (!this.#findsMistakes) return undefined
    throw this.#mistake(`cannot use ${stars === '*' ? '' : 'double '}starred expression here`)
  }

  #takeStars(): '*' | '**' | undefined {
    return this.#take('*') ? '*' : this.#take('**') ? '**' : undefined
  }

  #literal(text: string): bigint | number {
    try {
      return literalValue(text)
    } catch (error) {
      this.#tokens.checkRest()
      throw error
    }
  }

  /** A mistake with words of its own, unless the rest holds one that the tokenizer finds. */
  #mistake(words: string): PythonError {
    this.#tokens.checkRest()
    return syntaxError(words)
  }

  #kind(): TokenKind {
    return this.#tokens.at(this.#position).kind
  }

  #take(kind: TokenKind): boolean {
    if (this.#kind() !== kind) return false
    this.#position += 1
    return true
  }

  #mark(): Mark {
    return { position: this.#position, length: this.#code.length }
  }

  #reset(mark: Mark): void {
    this.#position = mark.position
    this.#code.length = mark.length
  }
}
