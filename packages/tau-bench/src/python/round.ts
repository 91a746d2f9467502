/**
 * Python's `round(value, digits)` of a float, `digits` 0 to 100. `toFixed` rounds the exact value too, but ties away from
 * zero: a tie at d decimals is an odd multiple of 1 / 2 ** (d + 1), and its even neighbour one digit below an odd last
 * digit.
 */
export function roundHalfEven(value: number, digits: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 2 ** 52 || value === 0) return value
  const text = value.toFixed(digits)
  const isTie = Math.abs(value * 2 ** (digits + 1)) % 2 === 1
  const last = text.charCodeAt(text.length - 1)
  return Number(isTie && last % 2 === 1 ? text.slice(0, -1) + String.fromCharCode(last - 1) : text)
}
