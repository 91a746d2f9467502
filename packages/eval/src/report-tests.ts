import type { EpisodeFigures } from './figures.ts'
import { groupCells, type MeasuredCell } from './report-cells.ts'
import { type PairedTest, pairedTest, type UntestedPairs } from './statistics/paired-test.ts'
import { spread } from './statistics/spread.ts'

/**
 * The paired t-test of a cell's scores: the subject's less the other runtime's, paired by problem where tasks are
 * trials of problems, else by seed.
 */
export interface Comparison {
  readonly benchmark: string
  readonly variant?: string | undefined
  readonly horizon?: number | undefined
  readonly model: string
  readonly subject: string
  readonly other: string
  readonly result: PairedTest | UntestedPairs
  /**
   * The subject against itself, one half of each problem's trials less the other: how far two runs of one cell differ
   * by chance. Absent where no problem has two trials.
   */
  readonly noise?: PairedTest | UntestedPairs
}

/** Tests the subject against each other runtime of the same benchmark, variant, horizon and model. */
export function buildTests(cells: readonly MeasuredCell[], subject: string): readonly Comparison[] {
  return groupCells(cells, ['benchmark', 'variant', 'horizon', 'model']).flatMap((group) => {
    const own = group.find(({ row }) => row.runtime === subject)
    if (own === undefined) return []
    const { benchmark, variant, horizon, model } = own.row
    const others = group.filter((cell) => cell !== own)
    return others.map(({ row, episodes }) => {
      const result = pairedTest(pairUp(own.episodes, episodes))
      return { benchmark, variant, horizon, model, subject, other: row.runtime, result, ...noiseOf(own) }
    })
  })
}

/** Trials of one problem, or episodes of one seed, count as one, by their mean; what either lacks is left out. */
function pairUp(own: readonly EpisodeFigures[], other: readonly EpisodeFigures[]): [number, number][] {
  const scores = meanScores(other)
  return [...meanScores(own)].flatMap(([unit, score]) => {
    const against = scores.get(unit)
    return against === undefined ? [] : [[score, against]]
  })
}

function meanScores(episodes: readonly EpisodeFigures[]): Map<string | number, number> {
  const units = [...byUnit(episodes)]
  return new Map(
    units.flatMap(([unit, group]) => {
      const mean = spread(group.map(({ score }) => score).filter((score) => score !== undefined))?.mean
      return mean === undefined ? [] : [[unit, mean]]
    }),
  )
}

function byUnit(episodes: readonly EpisodeFigures[]): Map<string | number, EpisodeFigures[]> {
  return Map.groupBy(episodes, ({ problem, seed }) => problem ?? seed)
}

function noiseOf({ episodes }: MeasuredCell): Pick<Comparison, 'noise'> {
  const trials = episodes.filter(({ problem, score }) => problem !== undefined && score !== undefined)
  const repeated = [...byUnit(trials).values()].filter((group) => group.length > 1)
  if (repeated.length === 0) return {}
  const half = (rest: number): EpisodeFigures[] =>
    repeated.flatMap((group) =>
      group.toSorted((a, b) => a.seed - b.seed).filter((_, trial) => trial % 2 === rest),
    )
  return { noise: pairedTest(pairUp(half(0), half(1))) }
}
