import jstat from 'jstat'
import type { Interval } from './interval.ts'

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
