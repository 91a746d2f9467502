import { linearRegression } from 'simple-statistics'

/**
 * The k of y ∝ x^k: slope of the least-squares line through (log x, log y). `undefined` for fewer than two
 * different x, or if a value is not positive.
 */
export function growthExponent(points: readonly (readonly [x: number, y: number])[]): number | undefined {
  if (new Set(points.map(([x]) => x)).size < 2 || points.some(([x, y]) => x <= 0 || y <= 0)) return undefined
  return linearRegression(points.map(([x, y]) => [Math.log(x), Math.log(y)])).m
}
