import jstat from 'jstat'
import type { Interval } from './intervals.ts'
import { student95 } from './student.ts'

/** How often a difference of the size is to be found. */
const POWER = 0.8

/** The smallest true mean difference that a test is likely to find. */
export interface DetectableEffect {
  readonly size: number
  /** 95 %: the standard error is itself an estimate, of few pairs a rough one. */
  readonly interval: Interval
}

/**
 * The smallest true mean difference that a paired t-test at 5 %, two-sided, finds in four of five repetitions, given
 * the standard error of the mean difference. `undefined` for fewer than two pairs. Solves the power of the
 * noncentral t distribution for its noncentrality, as `power.t.test` of R does. The interval is that of a standard
 * deviation by the chi-squared distribution: at five pairs from 0.6 to 2.9 times the size.
 */
export function detectableEffect(pairs: number, standardError: number): DetectableEffect | undefined {
  if (pairs < 2) return undefined
  const degreesOfFreedom = pairs - 1
  const critical = student95(degreesOfFreedom)
  const power = (shift: number): number => 1 - jstat.noncentralt.cdf(critical, degreesOfFreedom, shift)
  let [low, high] = [0, 2 * critical + 2]
  while (high - low > 1e-9 * high) {
    const middle = (low + high) / 2
    if (power(middle) < POWER) low = middle
    else high = middle
  }
  const size = high * standardError
  const bound = (share: number): number =>
    size * Math.sqrt(degreesOfFreedom / jstat.chisquare.inv(share, degreesOfFreedom))
  return { size, interval: [bound(0.975), bound(0.025)] }
}
