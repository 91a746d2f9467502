import jstat from 'jstat'
import { spread } from './spread.ts'
import { student95 } from './student.ts'

export type Interval = readonly [low: number, high: number]

/** 95 % of the standard normal distribution lie within this many standard deviations of its mean. */
const NORMAL_95: number = jstat.normal.inv(0.975, 0, 1)

/** Wilson's 95 % score interval of a proportion: Probable Inference, the Law of Succession (1927). */
export function wilsonInterval(successes: number, trials: number): Interval {
  const square = NORMAL_95 ** 2
  const share = successes / trials
  const centre = share + square / (2 * trials)
  const margin = NORMAL_95 * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials ** 2))
  const scale = 1 + square / trials
  return [Math.max(0, (centre - margin) / scale), Math.min(1, (centre + margin) / scale)]
}

/**
 * Student's 95 % interval of the mean of shares, within 0 and 1. If all are equal, which is no certainty, Wilson's
 * of that share. Of fewer than two values nothing is known.
 */
export function meanInterval(shares: readonly number[]): Interval {
  const measured = spread(shares)
  if (measured?.sd === undefined) return [0, 1]
  const { mean: centre, sd, n } = measured
  if (sd === 0) return wilsonInterval(centre * n, n)
  const margin = student95(n - 1) * (sd / Math.sqrt(n))
  return [Math.max(0, centre - margin), Math.min(1, centre + margin)]
}
