import type { PythonValue, ReadonlyValue } from './value.ts'
import { isList, isNumeric, type Numeric, PythonError, typeName } from './value.ts'

/** Longer texts and lists are refused rather than built. */
const longestSequence = 2 ** 28

/** Python's `left + right`; members of lists are then shared. `operator` shows in the message only. */
export function add(left: ReadonlyValue, right: ReadonlyValue, operator: '+' | '+=' = '+'): PythonValue {
  if (isNumeric(left) && isNumeric(right)) return addNumbers(left, right)
  if (typeof left === 'string') {
    if (typeof right === 'string') return left + right
    throw new PythonError('TypeError', `can only concatenate str (not "${typeName(right)}") to str`)
  }
  if (isList(left)) {
    if (isList(right)) return [...left, ...right] as PythonValue
    throw new PythonError('TypeError', `can only concatenate list (not "${typeName(right)}") to list`)
  }
  throw unsupported(operator, left, right)
}

export function subtract(
  left: ReadonlyValue,
  right: ReadonlyValue,
  operator: '-' | '-=' = '-',
): bigint | number {
  if (!isNumeric(left) || !isNumeric(right)) throw unsupported(operator, left, right)
  if (isFloat(left) || isFloat(right)) return toFloat(left) - toFloat(right)
  return toInt(left) - toInt(right)
}

export function multiply(left: ReadonlyValue, right: ReadonlyValue, operator: '*' | '*=' = '*'): PythonValue {
  if (isNumeric(left) && isNumeric(right))
    return isFloat(left) || isFloat(right) ? toFloat(left) * toFloat(right) : toInt(left) * toInt(right)
  if (isSequence(left)) return repeat(left, right)
  if (isSequence(right)) return repeat(right, left)
  throw unsupported(operator, left, right)
}

export function negate(value: ReadonlyValue): bigint | number {
  if (!isNumeric(value))
    throw new PythonError('TypeError', `bad operand type for unary -: '${typeName(value)}'`)
  return isFloat(value) ? -value : -toInt(value)
}

const isFloat = (value: Numeric): value is number => typeof value === 'number'

function addNumbers(left: Numeric, right: Numeric): bigint | number {
  return isFloat(left) || isFloat(right) ? toFloat(left) + toFloat(right) : toInt(left) + toInt(right)
}

const toInt = (value: bigint | boolean | number): bigint => BigInt(value)

/** The nearest float, ties to even. */
export function toFloat(value: Numeric): number {
  const float = Number(value)
  if (typeof value === 'bigint' && !Number.isFinite(float))
    throw new PythonError('OverflowError', 'int too large to convert to float')
  return float
}

type Sequence = string | readonly ReadonlyValue[]

function isSequence(value: ReadonlyValue): value is Sequence {
  return typeof value === 'string' || isList(value)
}

function repeat(sequence: Sequence, times: ReadonlyValue): PythonValue {
  if (typeof times !== 'bigint' && typeof times !== 'boolean')
    throw new PythonError('TypeError', `can't multiply sequence by non-int of type '${typeName(times)}'`)
  const count = Math.max(0, Number(times))
  if (sequence.length * count > longestSequence)
    throw new PythonError('OverflowError', "cannot fit 'int' into an index-sized integer")
  if (typeof sequence === 'string') return sequence.repeat(count)
  return Array.from({ length: count }, () => sequence).flat() as PythonValue
}

function unsupported(operator: string, left: ReadonlyValue, right: ReadonlyValue): PythonError {
  const types = `'${typeName(left)}' and '${typeName(right)}'`
  return new PythonError('TypeError', `unsupported operand type(s) for ${operator}: ${types}`)
}
