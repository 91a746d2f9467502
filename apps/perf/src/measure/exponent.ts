import { linearRegression } from 'simple-statistics'

/** k of the fit total = c · T^k: the slope of a least-squares line through the logarithms. */
export function exponent(points: readonly { readonly horizon: number; readonly total: number }[]): number {
  return linearRegression(points.map(({ horizon, total }) => [Math.log(horizon), Math.log(total)])).m
}
