import { PythonError, typeError } from '../../python/index.ts'
import {
  type BinaryOperator,
  floatOperations,
  intOperations,
  type Operand,
  type Sign,
  toFloat,
} from './numbers.ts'

/** The type's name as Python's messages write it. */
export function operandType(value: Operand): string {
  if (typeof value === 'bigint') return 'int'
  return typeof value === 'number' ? 'float' : value
}

/** Python's `+value` or `-value`. */
export function applySign(sign: Sign, value: Operand): Operand {
  if (typeof value === 'bigint' || typeof value === 'number') return sign === '-' ? -value : value
  if (value === 'complex') return value
  throw typeError(`bad operand type for unary ${sign}: '${value}'`)
}

/** Python's `left operator right`. */
export function applyBinary(operator: BinaryOperator, left: Operand, right: Operand): Operand {
  if (typeof left === 'bigint' && typeof right === 'bigint') return intOperations[operator](left, right)
  if (isReal(left) && isReal(right)) return floatOperations[operator](toFloat(left), toFloat(right))
  if (operator === '*' && (left === 'tuple' || right === 'tuple')) {
    return repeatTuple(left === 'tuple' ? right : left)
  }
  if (operator === '+' && left === 'tuple') return joinTuple(right)
  if (isComplex(left) && isComplex(right) && operator !== '//') return complexResult(operator, left, right)
  const symbol = operator === '**' ? '** or pow()' : operator
  const types = `'${operandType(left)}' and '${operandType(right)}'`
  throw typeError(`unsupported operand type(s) for ${symbol}: ${types}`)
}

function isReal(value: Operand): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number'
}

function isComplex(value: Operand): value is bigint | number | 'complex' {
  return isReal(value) || value === 'complex'
}

/** The grammar has the empty tuple only, and repeating it leaves it empty. */
function repeatTuple(times: Operand): Operand {
  if (typeof times !== 'bigint') {
    throw typeError(`can't multiply sequence by non-int of type '${operandType(times)}'`)
  }
  if (BigInt.asIntN(64, times) === times) return 'tuple'
  throw new PythonError('OverflowError', "cannot fit 'int' into an index-sized integer")
}

function joinTuple(right: Operand): Operand {
  if (right === 'tuple') return right
  throw typeError(`can only concatenate tuple (not "${operandType(right)}") to tuple`)
}

/**
 * Complex numbers are known by their kind alone: `calculate` refuses them in the end. So the errors that hang on
 * their values, a complex zero as divisor for one, are not seen.
 */
function complexResult(operator: BinaryOperator, left: Operand, right: Operand): Operand {
  const [first, second] = [left, right].map((value) => (isReal(value) ? toFloat(value) : undefined))
  if (operator === '/' && second === 0) throw new PythonError('ZeroDivisionError', 'complex division by zero')
  if (operator === '**' && first === 0) {
    throw new PythonError('ZeroDivisionError', '0.0 to a negative or complex power')
  }
  return 'complex'
}
