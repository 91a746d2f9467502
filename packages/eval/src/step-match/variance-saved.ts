import { randomIndex } from '../statistics/bootstrap.ts'
import type { Interval } from '../statistics/intervals.ts'
import { spread } from '../statistics/spread.ts'

/** The same difference of an episode, measured in two ways. */
export interface TwiceMeasured {
  /** B less A over the states that A visited. */
  readonly matched: number
  /** B's own episode less A's. */
  readonly whole: number
}

export interface VarianceSaved {
  readonly episodes: number
  /** Standard errors of the mean difference. */
  readonly matchedError: number
  readonly wholeError: number
  /** The variance of the whole-episode difference over that of the matched one: how many times as many whole-episode pairs say as much. */
  readonly ratio?: number | undefined
  /** 95 %, the percentiles of the ratio over resampled episodes; absent if they are not finite. */
  readonly interval?: Interval | undefined
}

/** Of fewer episodes nothing can be said of a variance. */
const FEWEST = 10

const RESAMPLES = 1999

/** Compares the variances by resampling episodes, both measurements of one together. Undefined for too few episodes. */
export function varianceSaved(
  episodes: readonly TwiceMeasured[],
  { seed = 1 }: { readonly seed?: number } = {},
): VarianceSaved | undefined {
  if (episodes.length < FEWEST) return undefined
  const ratio = ratioOf(episodes)
  const interval = ratio === undefined ? undefined : resampledInterval(episodes, randomIndex(seed))
  return {
    episodes: episodes.length,
    matchedError: errorOf(episodes.map(({ matched }) => matched)),
    wholeError: errorOf(episodes.map(({ whole }) => whole)),
    ratio,
    interval,
  }
}

function ratioOf(episodes: readonly TwiceMeasured[]): number | undefined {
  const matched = errorOf(episodes.map((each) => each.matched))
  return matched === 0 ? undefined : (errorOf(episodes.map(({ whole }) => whole)) / matched) ** 2
}

function errorOf(values: readonly number[]): number {
  return (spread(values)?.sd ?? 0) / Math.sqrt(values.length)
}

function resampledInterval(
  episodes: readonly TwiceMeasured[],
  index: (count: number) => number,
): Interval | undefined {
  const ratios = Float64Array.from({ length: RESAMPLES }, () => {
    const drawn = episodes.map(() => episodes[index(episodes.length)]).filter((each) => each !== undefined)
    return ratioOf(drawn) ?? Number.POSITIVE_INFINITY
  }).sort()
  const at = (share: number): number => ratios[Math.round(share * (RESAMPLES + 1)) - 1] ?? Number.NaN
  const interval: Interval = [at(0.025), at(0.975)]
  return interval.every(Number.isFinite) ? interval : undefined
}
