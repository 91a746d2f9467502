import jstat from 'jstat'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { mersenne } from 'pure-rand/generator/mersenne'
import type { Interval } from './intervals.ts'
import { isRounding, magnitude } from './rounding.ts'
import { spread } from './spread.ts'

export interface Bootstrap {
  readonly values: number
  readonly resamples: number
  /** 95 %, bias-corrected and accelerated. */
  readonly interval: Interval
  /** 95 %, the plain percentiles of the resampled means. */
  readonly percentiles: Interval
  /** Of the values, third over second moment; beyond ±1 intervals of few values miss the mean too often. */
  readonly skewness: number
}

/** Values that no interval is given for, and why. */
export interface Unresampled {
  readonly values: number
  readonly untested: 'fewer than ten values' | 'all values equal'
}

export interface BootstrapOptions {
  /** The same seed gives the same interval. Default 1. */
  readonly seed?: number
  readonly resamples?: number
  /** The largest number that the values were computed from. Default: the largest of them. */
  readonly size?: number
}

/** Of fewer values the percentiles are narrower than Student's interval by a fifth or more. */
const FEWEST = 10

/**
 * The BCa interval of the mean (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, §14.3). Values must be
 * independent of each other: of clusters, hand in one mean each, which resamples the clusters.
 */
export function bootstrapMean(
  values: readonly number[],
  { seed = 1, resamples = 9999, size = magnitude(values) }: BootstrapOptions = {},
): Bootstrap | Unresampled {
  const measured = spread(values, size)
  if (measured === undefined || values.length < FEWEST) {
    return { values: values.length, untested: 'fewer than ten values' }
  }
  if (measured.sd === 0) return { values: values.length, untested: 'all values equal' }
  const means = resampledMeans(values, randomIndex(seed), resamples)
  const bias = biasOf(means, measured.mean, size)
  const skewness = skewnessOf(values, measured.mean)
  const pull = skewness / (6 * Math.sqrt(values.length)) // a: a sixth of the skewness of the mean, by the jackknife
  const at = (share: number): number => {
    const bound = quantile(means, share)
    return isRounding(bound, size) ? 0 : bound
  }
  const corrected = (share: number): number => {
    const shifted = bias + jstat.normal.inv(share, 0, 1)
    return at(jstat.normal.cdf(bias + shifted / (1 - pull * shifted), 0, 1))
  }
  return {
    values: values.length,
    resamples,
    interval: [corrected(0.025), corrected(0.975)],
    percentiles: [at(0.025), at(0.975)],
    skewness,
  }
}

function resampledMeans(
  values: readonly number[],
  index: (count: number) => number,
  resamples: number,
): Float64Array {
  const count = values.length
  const means = new Float64Array(resamples)
  for (let resample = 0; resample < resamples; resample += 1) {
    let sum = 0
    for (let drawn = 0; drawn < count; drawn += 1) sum += values[index(count)] ?? Number.NaN
    means[resample] = sum / count
  }
  return means.sort()
}

/** z_0: how far the mean is from the median of the resampled means; one that equals it counts as half below. */
function biasOf(means: Float64Array, mean: number, size: number): number {
  const equal = means.filter((each) => isRounding(each - mean, size)).length
  const below = means.filter((each) => each < mean && !isRounding(each - mean, size)).length
  return jstat.normal.inv((below + equal / 2) / means.length, 0, 1)
}

function skewnessOf(values: readonly number[], mean: number): number {
  const moment = (power: number): number =>
    values.reduce((total, value) => total + (value - mean) ** power, 0) / values.length
  return moment(3) / moment(2) ** 1.5
}

/** The share · (n + 1)-th of n sorted values, the first or last if there is no such value. */
function quantile(sorted: Float64Array, share: number): number {
  const rank = Math.round(share * (sorted.length + 1))
  return sorted[Math.min(sorted.length, Math.max(1, rank)) - 1] ?? Number.NaN
}

/** Draws from 0, 1, …, count − 1, each as often as the others; the same seed gives the same draws. */
export function randomIndex(seed: number): (count: number) => number {
  const random = mersenne(seed)
  return (count) => uniformInt(random, 0, count - 1)
}
