import { student95 } from './_student.ts'
import type { Interval } from './interval.ts'
import { spread } from './spread.ts'
import { wilsonInterval } from './wilson-interval.ts'

/**
 * Student's 95 % interval of the mean of shares, within 0 and 1. Where all are equal, which has no spread and is no
 * certainty, Wilson's of that share; of fewer than two values nothing is known.
 */
export function meanInterval(shares: readonly number[]): Interval {
  const measured = spread(shares)
  if (measured?.sd === undefined) return [0, 1]
  const { mean: centre, sd, n } = measured
  if (sd === 0) return wilsonInterval(centre * n, n)
  const margin = student95(n - 1) * (sd / Math.sqrt(n))
  return [Math.max(0, centre - margin), Math.min(1, centre + margin)]
}
