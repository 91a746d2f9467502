import { PythonError } from '../../python/python-error.ts'
import { floatFloorDivide, floatPower } from './_float.ts'
import { intFloorDivide, intMultiply, intPower, intTrueDivide } from './_int.ts'
import type { BinaryOperator, Operand } from './program.ts'

type Operations<Value> = Readonly<Record<BinaryOperator, (left: Value, right: Value) => Operand>>

/** What Python computes of two ints. */
export const intOperations: Operations<bigint> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': intMultiply,
  '/': intTrueDivide,
  '//': intFloorDivide,
  '**': (left, right) => (right < 0n ? floatPower(toFloat(left), toFloat(right)) : intPower(left, right)),
}

/** What Python computes of two floats. */
export const floatOperations: Operations<number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => {
    if (right === 0) throw new PythonError('ZeroDivisionError', 'float division by zero')
    return left / right
  },
  '//': floatFloorDivide,
  '**': floatPower,
}

/** Python's `float(value)`; the nearest float, ties to even. */
export function toFloat(value: bigint | number): number {
  const float = Number(value)
  if (typeof value === 'number' || Number.isFinite(float)) return float
  throw new PythonError('OverflowError', 'int too large to convert to float')
}
