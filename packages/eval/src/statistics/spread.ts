import { mean, sampleStandardDeviation } from 'simple-statistics'
import { differByRounding, magnitude } from './rounding.ts'

export interface Spread {
  readonly mean: number
  /** Sample standard deviation (n − 1); absent for fewer than two values, 0 if only rounding sets them apart. */
  readonly sd?: number | undefined
  readonly n: number
}

/**
 * Mean and sample standard deviation; `undefined` for no values.
 * @param size The largest number that the values were computed from. Default: the largest of them.
 */
export function spread(values: readonly number[], size: number = magnitude(values)): Spread | undefined {
  if (values.length === 0) return undefined
  const list = [...values]
  const found = measure(list, size)
  if (Number.isFinite(found.mean) && Number.isFinite(found.sd ?? 0)) return found
  return scaled(list)
}

function measure(list: number[], size: number): Spread {
  const sd = (): number => (differByRounding(list, size) ? 0 : sampleStandardDeviation(list))
  return { mean: mean(list), sd: list.length > 1 ? sd() : undefined, n: list.length }
}

/** Of finite values whose sum, or sum of squares, is beyond what a number can be. */
function scaled(list: readonly number[]): Spread {
  const largest = magnitude(list)
  const {
    mean: part,
    sd,
    n,
  } = measure(
    list.map((value) => value / largest),
    1,
  )
  const most = (value: number): number => Math.min(value * largest, Number.MAX_VALUE)
  return { mean: part * largest, sd: sd === undefined ? undefined : most(sd), n }
}
