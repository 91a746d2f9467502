import { student95 } from './_student.ts'
import type { Interval } from './interval.ts'
import { spread } from './spread.ts'

/** Student's 95 % interval of the mean of shares, within 0 and 1; of fewer than two values nothing is known. */
export function meanInterval(shares: readonly number[]): Interval {
  const measured = spread(shares)
  if (measured?.sd === undefined) return [0, 1]
  const { mean: centre, sd, n } = measured
  const margin = student95(n - 1) * (sd / Math.sqrt(n))
  return [Math.max(0, centre - margin), Math.min(1, centre + margin)]
}
