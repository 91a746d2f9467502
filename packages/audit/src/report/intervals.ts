import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { mersenne } from 'pure-rand/generator/mersenne'
import type { EpisodeFigures } from '../document/episode-figures.ts'
import type { Reading } from '../needs/needs.ts'

/** A 95 % interval of a rate; `null` if there is too little to resample. */
export type Interval = readonly [low: number, high: number] | null

const RESAMPLES = 1000

/** Resampling more episodes than this takes long and changes little: the intervals are narrow by then. */
const MOST_DRAWS = 2_000_000

/**
 * Intervals of the survival rates by policy: whole episodes are resampled with replacement, since the needs of an
 * episode depend on each other. The seed is fixed, so the same recordings give the same intervals.
 */
export function survivalIntervals(
  perEpisode: readonly EpisodeFigures[],
  reading: Reading,
): ReadonlyMap<string, { readonly any: Interval; readonly sources: Interval }> {
  const rows = perEpisode.map((episode) => episode[reading]).filter(({ values }) => values > 0)
  const policies = Object.keys(rows[0]?.survival ?? {})
  const resamples = Math.max(100, Math.min(RESAMPLES, Math.floor(MOST_DRAWS / Math.max(1, rows.length))))
  const rates = policies.map(() => ({ any: [] as number[], sources: [] as number[] }))
  const random = mersenne(20_311)
  for (let sample = 0; sample < resamples && rows.length > 1; sample++) {
    const drawn = rows.map(() => rows[uniformInt(random, 0, rows.length - 1)] as (typeof rows)[number])
    const sum = (of: (row: (typeof rows)[number]) => number): number =>
      drawn.reduce((total, row) => total + of(row), 0)
    const sources = sum((row) => row.sourced)
    const any = sources + sum((row) => row.assistantOnly)
    for (const [at, id] of policies.entries()) {
      if (any > 0) rates[at]?.any.push(sum(({ survival }) => survival[id]?.[0] ?? 0) / any)
      if (sources > 0) rates[at]?.sources.push(sum(({ survival }) => survival[id]?.[1] ?? 0) / sources)
    }
  }
  const intervals = rates.map(({ any, sources }) => ({ any: middle(any), sources: middle(sources) }))
  return new Map(intervals.map((interval, at) => [policies[at] ?? '', interval]))
}

/** What resamples cannot show is a miss of a kind that none of the episodes has: so much of one more is taken as missed. */
const UNSEEN = 0.5

/**
 * Where the ratio of as many other episodes of the same kind is likely to be: what two resamples of the given ones, and of
 * an unseen miss, differ by, added to the ratio of these.
 */
export function otherRatioInterval(
  rows: readonly { readonly part: number; readonly whole: number }[],
): Interval {
  const counted = rows.filter(({ whole }) => whole > 0)
  if (counted.length < 2) return null
  const ratioOf = (each: typeof rows): number =>
    each.reduce((sum, { part }) => sum + part, 0) / each.reduce((sum, { whole }) => sum + whole, 0)
  const mean = counted.reduce((sum, { whole }) => sum + whole, 0) / counted.length
  const pool = [...counted, { part: 0, whole: UNSEEN * mean }]
  const random = mersenne(20_311)
  const resample = (): typeof rows =>
    counted.map(() => pool[uniformInt(random, 0, counted.length)] as (typeof rows)[number])
  const differences = Array.from({ length: RESAMPLES }, () => ratioOf(resample()) - ratioOf(resample()))
  const between = middle(differences)
  const ratio = ratioOf(rows)
  return between && [Math.max(0, ratio + between[0]), Math.min(1, ratio + between[1])]
}

function middle(rates: readonly number[]): Interval {
  if (rates.length === 0) return null
  const sorted = [...rates].sort((a, b) => a - b)
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] as number
  return [at(0.025), at(0.975)]
}
