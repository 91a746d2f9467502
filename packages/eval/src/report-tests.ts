import type { EpisodeFigures } from './figures.ts'
import { groupCells, type MeasuredCell } from './report-cells.ts'
import { type PairedTest, pairedTest, spread, type UntestedPairs } from './statistics.ts'

/** The paired t-test of a cell's scores: the subject's less the other runtime's, paired by seed. */
export interface Comparison {
  readonly benchmark: string
  readonly variant?: string | undefined
  readonly horizon?: number | undefined
  readonly model: string
  readonly subject: string
  readonly other: string
  readonly result: PairedTest | UntestedPairs
}

/** Tests the subject against each other runtime of the same benchmark, variant, horizon and model. */
export function buildTests(cells: readonly MeasuredCell[], subject: string): readonly Comparison[] {
  return groupCells(cells, ['benchmark', 'variant', 'horizon', 'model']).flatMap((group) => {
    const own = group.find(({ row }) => row.runtime === subject)
    if (own === undefined) return []
    const { benchmark, variant, horizon, model } = own.row
    const others = group.filter((cell) => cell !== own)
    return others.map(({ row, episodes }) => {
      const result = pairedTest(pairBySeed(own.episodes, episodes))
      return { benchmark, variant, horizon, model, subject, other: row.runtime, result }
    })
  })
}

/** Several episodes of one seed count as one, by their mean; a seed that either lacks is left out. */
function pairBySeed(own: readonly EpisodeFigures[], other: readonly EpisodeFigures[]): [number, number][] {
  const scores = scoreBySeed(other)
  return [...scoreBySeed(own)].flatMap(([seed, score]) => {
    const against = scores.get(seed)
    return against === undefined ? [] : [[score, against]]
  })
}

function scoreBySeed(episodes: readonly EpisodeFigures[]): Map<number, number> {
  const seeds = [...Map.groupBy(episodes, ({ seed }) => seed)]
  return new Map(
    seeds.flatMap(([seed, group]) => {
      const mean = spread(group.map(({ score }) => score).filter((score) => score !== undefined))?.mean
      return mean === undefined ? [] : [[seed, mean]]
    }),
  )
}
