import jstat from 'jstat'
import { linearRegression, mean, sampleStandardDeviation } from 'simple-statistics'

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

/**
 * The k of y ∝ x^k: slope of the least-squares line through (log x, log y). `undefined` for fewer than two
 * different x, or where a value is not positive.
 */
export function growthExponent(points: readonly (readonly [x: number, y: number])[]): number | undefined {
  if (new Set(points.map(([x]) => x)).size < 2 || points.some(([x, y]) => x <= 0 || y <= 0)) return undefined
  return linearRegression(points.map(([x, y]) => [Math.log(x), Math.log(y)])).m
}

/** 95 % of the standard normal distribution lie within this many standard deviations of its mean. */
const NORMAL_95: number = jstat.normal.inv(0.975, 0, 1)

/** Wilson's 95 % score interval of a proportion. */
export function wilsonInterval(successes: number, trials: number): readonly [low: number, high: number] {
  const square = NORMAL_95 ** 2
  const share = successes / trials
  const centre = share + square / (2 * trials)
  const margin = NORMAL_95 * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials ** 2))
  const scale = 1 + square / trials
  return [Math.max(0, (centre - margin) / scale), Math.min(1, (centre + margin) / scale)]
}

/** Student's 95 % interval of the mean of shares, within 0 and 1; of fewer than two values nothing is known. */
export function meanInterval(shares: readonly number[]): readonly [low: number, high: number] {
  const measured = spread(shares)
  if (measured?.sd === undefined) return [0, 1]
  const { mean: centre, sd, n } = measured
  const margin = jstat.studentt.inv(0.975, n - 1) * (sd / Math.sqrt(n))
  return [Math.max(0, centre - margin), Math.min(1, centre + margin)]
}

/** Student's t-test of paired differences, two-sided. */
export interface PairedTest {
  readonly pairs: number
  readonly meanDifference: number
  /** 95 % confidence interval of the mean difference. */
  readonly interval: readonly [low: number, high: number]
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

/** Tests whether the mean of x − y differs from 0. */
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
  const margin = jstat.studentt.inv(0.975, degreesOfFreedom) * standardError
  return {
    pairs: pairs.length,
    meanDifference,
    interval: [meanDifference - margin, meanDifference + margin],
    t,
    degreesOfFreedom,
    p: 2 * jstat.studentt.cdf(-Math.abs(t), degreesOfFreedom),
  }
}
