import { PythonError } from '../../python/python-error.ts'
import { roundHalfEven } from '../../python/round.ts'
import { isNumeric, typeName } from '../../python/type-name.ts'
import type { ReadonlyValue } from '../../python/value.ts'

/** Python's `round(value, 2)`; an int stays one. */
export function roundToCents(value: ReadonlyValue): bigint | number {
  if (typeof value === 'number') return roundHalfEven(value, 2)
  if (isNumeric(value)) return BigInt(value)
  throw new PythonError('TypeError', `type ${typeName(value)} doesn't define __round__ method`)
}

/** Python's `abs(value)`. */
export function absolute(value: ReadonlyValue): bigint | number {
  if (typeof value === 'number') return Math.abs(value)
  if (!isNumeric(value))
    throw new PythonError('TypeError', `bad operand type for abs(): '${typeName(value)}'`)
  const int = BigInt(value)
  return int < 0n ? -int : int
}
