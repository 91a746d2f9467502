/**
 * Python's `round(value, digits)` of a float: the exact binary value rounded to `digits` decimals, ties to even, the
 * sign of zero kept. `digits` is 0 to 100.
 *
 * `toFixed` rounds the exact value too and differs on ties alone, which it takes away from zero. A binary number is a
 * tie at d decimals exactly if it is an odd multiple of 1 / 2 ** (d + 1); the even neighbour of an odd last digit is then
 * the digit below it.
 */
export function roundHalfEven(value: number, digits: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 2 ** 52 || value === 0) return value
  const text = value.toFixed(digits)
  const isTie = Math.abs(value * 2 ** (digits + 1)) % 2 === 1
  const last = text.charCodeAt(text.length - 1)
  return Number(isTie && last % 2 === 1 ? text.slice(0, -1) + String.fromCharCode(last - 1) : text)
}
