import { PythonError } from '../../python/python-error.ts'

/** CPython's `left // right` of floats, which rounds the exact quotient of what is left without the remainder. */
export function floatFloorDivide(left: number, right: number): number {
  if (right === 0) throw new PythonError('ZeroDivisionError', 'float floor division by zero')
  const remainder = left % right
  const isBelow = remainder !== 0 && right < 0 !== remainder < 0
  const quotient = (left - remainder) / right - (isBelow ? 1 : 0)
  if (quotient === 0) return 0 * (left / right)
  const floor = Math.floor(quotient)
  return quotient - floor > 0.5 ? floor + 1 : floor
}

/** Python's `base ** exponent` of floats, complex where a negative base has a broken exponent. */
export function floatPower(base: number, exponent: number): number | 'complex' {
  if (exponent === 0 || base === 1) return 1
  if (base === -1 && Math.abs(exponent) === Number.POSITIVE_INFINITY) return 1
  if (base === 0 && exponent < 0) {
    throw new PythonError('ZeroDivisionError', '0.0 cannot be raised to a negative power')
  }
  if (base < 0 && Number.isFinite(base) && Number.isFinite(exponent) && !Number.isInteger(exponent)) {
    return complexPower(-base, exponent)
  }
  const power = base ** exponent
  const isOverflow = Math.abs(power) === Number.POSITIVE_INFINITY
  if (!isOverflow || !Number.isFinite(base) || !Number.isFinite(exponent)) return power
  throw new PythonError('OverflowError', "(34, 'Numerical result out of range')")
}

/** All that is wanted of the complex result is whether it has one. */
function complexPower(magnitude: number, exponent: number): 'complex' {
  if (Number.isFinite(magnitude ** exponent)) return 'complex'
  throw new PythonError('OverflowError', 'complex exponentiation')
}
