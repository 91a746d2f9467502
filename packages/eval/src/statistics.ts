import { linearRegression, mean, sampleStandardDeviation } from 'simple-statistics'

export interface Spread {
  readonly mean: number
  /** Sample standard deviation (n − 1); absent for fewer than two values. */
  readonly sd?: number
  readonly n: number
}

/** Mean and sample standard deviation; `undefined` for no values. */
export function spread(values: readonly number[]): Spread | undefined {
  if (values.length === 0) return undefined
  const list = [...values]
  return {
    mean: mean(list),
    ...(list.length > 1 && { sd: sampleStandardDeviation(list) }),
    n: list.length,
  }
}

/**
 * The k of y ∝ x^k: slope of the least-squares line through (log x, log y). `undefined` for fewer than two
 * different x, or where a value is not positive.
 */
export function growthExponent(points: readonly (readonly [x: number, y: number])[]): number | undefined {
  if (new Set(points.map(([x]) => x)).size < 2 || points.some(([x, y]) => x <= 0 || y <= 0)) return undefined
  return linearRegression(points.map(([x, y]) => [Math.log(x), Math.log(y)])).m
}
