import { student95, studentP } from './_student.ts'
import type { Interval } from './intervals.ts'
import { spread } from './spread.ts'

/** Student's t-test of paired differences, two-sided. */
export interface PairedTest {
  readonly pairs: number
  readonly meanDifference: number
  /** 95 % confidence interval of the mean difference. */
  readonly interval: Interval
  readonly t: number
  readonly degreesOfFreedom: number
  readonly p: number
}

/** Differences that t is not defined for, and why. */
export interface UntestedPairs {
  readonly pairs: number
  /** Absent where there is no pair. */
  readonly meanDifference?: number
  readonly untested: 'fewer than two pairs' | 'all differences equal'
}

/** Differences that rounding alone has made unequal: 0.3 − 0.2 and 0.2 − 0.1, say. */
const ROUNDING = 1e-12

/** Tests whether the mean of x − y differs from 0. Pairs must be independent of each other. */
export function pairedTest(pairs: readonly (readonly [x: number, y: number])[]): PairedTest | UntestedPairs {
  const differences = pairs.map(([x, y]) => x - y)
  const measured = spread(differences)
  if (measured?.sd === undefined) {
    const meanDifference = measured && { meanDifference: measured.mean }
    return { pairs: pairs.length, ...meanDifference, untested: 'fewer than two pairs' }
  }
  const { mean: meanDifference, sd } = measured
  const size = Math.max(...pairs.flat().map(Math.abs))
  if (Math.max(...differences) - Math.min(...differences) <= size * ROUNDING) {
    return { pairs: pairs.length, meanDifference, untested: 'all differences equal' }
  }
  const degreesOfFreedom = pairs.length - 1
  const standardError = sd / Math.sqrt(pairs.length)
  const t = meanDifference / standardError
  const margin = student95(degreesOfFreedom) * standardError
  return {
    pairs: pairs.length,
    meanDifference,
    interval: [meanDifference - margin, meanDifference + margin],
    t,
    degreesOfFreedom,
    p: studentP(t, degreesOfFreedom),
  }
}
