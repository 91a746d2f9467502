import { mean, sampleStandardDeviation } from 'simple-statistics'

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
  const found = measure(list)
  if (Number.isFinite(found.mean) && Number.isFinite(found.sd ?? 0)) return found
  return scaled(list)
}

function measure(list: number[]): Spread {
  return {
    mean: mean(list),
    ...(list.length > 1 && { sd: sampleStandardDeviation(list) }),
    n: list.length,
  }
}

/** Of finite values whose sum, or sum of squares, is beyond what a number can be. */
function scaled(list: readonly number[]): Spread {
  const largest = Math.max(...list.map(Math.abs))
  const { mean: part, sd, n } = measure(list.map((value) => value / largest))
  const most = (value: number): number => Math.min(value * largest, Number.MAX_VALUE)
  return { mean: part * largest, ...(sd !== undefined && { sd: most(sd) }), n }
}
