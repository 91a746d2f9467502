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
  return {
    mean: mean(list),
    ...(list.length > 1 && { sd: sampleStandardDeviation(list) }),
    n: list.length,
  }
}
