/** Relative difference that rounding alone can make. */
const ROUNDING = 1e-12

/** The largest absolute value; 0 for no value. */
export function magnitude(values: readonly number[]): number {
  return values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0)
}

/** Whether rounding alone can set the values apart, if they were computed from values up to `size`. */
export function differByRounding(values: readonly number[], size: number): boolean {
  const [first = 0] = values
  const [least, most] = values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [first, first],
  )
  return isRounding(most - least, size)
}

/** Whether rounding alone can have made the value of 0, if it was computed from values up to `size`. */
export function isRounding(value: number, size: number): boolean {
  return Math.abs(value) <= ROUNDING * size
}
