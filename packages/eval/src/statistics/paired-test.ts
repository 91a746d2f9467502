import type { Interval } from './intervals.ts'
import { isRounding, magnitude } from './rounding.ts'
import { spread } from './spread.ts'
import { student95, studentP } from './student.ts'

/** Student's t-test of paired differences, two-sided. */
export interface PairedTest {
  readonly pairs: number
  readonly meanDifference: number
  readonly interval: Interval
  readonly t: number
  readonly degreesOfFreedom: number
  readonly p: number
}

/** Differences that t is not defined for, and why. */
export type UntestedPairs =
  | {
      readonly pairs: number
      /** Absent if there is no pair. */
      readonly meanDifference?: number
      readonly untested: 'fewer than two pairs'
      readonly p?: undefined
    }
  | {
      readonly pairs: number
      readonly meanDifference: number
      readonly untested: 'all differences equal'
      /** Of the exact test that gives each difference either sign with equal chance; 1 if all are 0. */
      readonly p: number
    }

/** Tests whether the mean of x − y differs from 0. Pairs must be independent of each other. */
export function pairedTest(pairs: readonly (readonly [x: number, y: number])[]): PairedTest | UntestedPairs {
  const size = magnitude(pairs.flat())
  const measured = spread(
    pairs.map(([x, y]) => x - y),
    size,
  )
  if (measured?.sd === undefined) {
    const meanDifference = measured && { meanDifference: measured.mean }
    return { pairs: pairs.length, ...meanDifference, untested: 'fewer than two pairs' }
  }
  const { mean: meanDifference, sd } = measured
  if (sd === 0) {
    const p = isRounding(meanDifference, size) ? 1 : 2 ** (1 - pairs.length)
    return { pairs: pairs.length, meanDifference, untested: 'all differences equal', p }
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
