import { PythonError } from '../../python/python-error.ts'

/** Bits of the largest product or power that is worked out. Python has no such bound, and can be kept busy for hours. */
const mostBits = 2 ** 16

/** What Python says of such a number in the end, unless a division makes it small again. */
function tooLarge(): PythonError {
  return new PythonError('OverflowError', 'int too large to convert to float')
}

export function intMultiply(left: bigint, right: bigint): bigint {
  if (bitLength(left) + bitLength(right) > mostBits) throw tooLarge()
  return left * right
}

/** `exponent` is not negative. */
export function intPower(base: bigint, exponent: bigint): bigint {
  if (base === 0n || base === 1n) return exponent === 0n ? 1n : base
  if (base === -1n) return exponent % 2n === 0n ? 1n : -1n
  if (BigInt(bitLength(base)) * exponent > mostBits) throw tooLarge()
  return base ** exponent
}

export function intFloorDivide(left: bigint, right: bigint): bigint {
  if (right === 0n) throw new PythonError('ZeroDivisionError', 'integer division or modulo by zero')
  const quotient = left / right
  return left % right !== 0n && left < 0n !== right < 0n ? quotient - 1n : quotient
}

/** The float nearest to the exact quotient. */
export function intTrueDivide(left: bigint, right: bigint): number {
  if (right === 0n) throw new PythonError('ZeroDivisionError', 'division by zero')
  const magnitude = divideMagnitudes(left < 0n ? -left : left, right < 0n ? -right : right)
  if (magnitude === Number.POSITIVE_INFINITY) {
    throw new PythonError('OverflowError', 'integer division result too large for a float')
  }
  return left < 0n !== right < 0n ? -magnitude : magnitude
}

/**
 * The quotient is worked out to at least 64 bits, of which the last stands for all that follow, so that the one
 * rounding to a float is right. A result below 2 ** -1022 may be off by its last bit.
 */
function divideMagnitudes(left: bigint, right: bigint): number {
  const shift = Math.max(0, 64 + bitLength(right) - bitLength(left))
  const scaled = left << BigInt(shift)
  const quotient = scaled / right
  const rounded = Number(scaled % right === 0n ? quotient : quotient | 1n)
  const half = Math.floor(shift / 2)
  return rounded / 2 ** half / 2 ** (shift - half)
}

function bitLength(value: bigint): number {
  return (value < 0n ? -value : value).toString(2).length
}
