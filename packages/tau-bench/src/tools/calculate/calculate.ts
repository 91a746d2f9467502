import { toFloat } from '../../python/arithmetic.ts'
import { contains, formatFloat, iterate, PythonError, roundHalfEven, typeError } from '../../python/index.ts'
import type { PythonValue } from '../../python/value.ts'
import { type Tool, tool } from '../../tool.ts'
import { compile } from './compile.ts'
import type { Operand } from './operate.ts'

const allowedCharacters = '0123456789+-*/(). '

/** The tool of both domains that works out an expression, to two decimals and always as a float. */
export const calculate: Tool = tool('calculate', 'expression', (_database, { expression }) => {
  if (!isAllowed(expression)) return 'Error: invalid characters in expression'
  try {
    return formatFloat(roundHalfEven(toNumber(expression), 2))
  } catch (error) {
    if (error instanceof PythonError) return `Error: ${error.message}`
    throw error
  }
})

/** Each member must be part of the allowed text: of a list too, where `''` and `'01'` are. */
function isAllowed(expression: PythonValue): boolean {
  return iterate(expression).every((member) => contains(allowedCharacters, member))
}

function toNumber(expression: PythonValue): number {
  if (typeof expression !== 'string') throw typeError('eval() arg 1 must be a string, bytes or code object')
  const stack: Operand[] = []
  for (const instruction of compile(expression)) stack.push(instruction(stack))
  const [value = 'tuple'] = stack
  if (typeof value !== 'string') return toFloat(value)
  throw typeError(`float() argument must be a string or a real number, not '${value}'`)
}
