import type { EpisodeFigures } from '@skill-state/eval'
import { meanInterval, passHatK, wilsonInterval } from '@skill-state/eval/statistics'
import { groupCells, type MeasuredCell } from './cells.ts'

/** How often the problems of a benchmark were solved, if its tasks are trials of problems. */
export interface Success {
  readonly benchmark: string
  readonly variant?: string | undefined
  readonly horizon?: number | undefined
  /** Present if the row stands for all variants and horizons. */
  readonly all?: true
  readonly runtime: string
  readonly model: string
  readonly problems: number
  readonly episodes: number
  readonly successes: number
  /** Mean over the problems of the share of their trials that were solved: pass@1. */
  readonly rate: number
  /** 95 %: Wilson's if each problem has one trial, else Student's over the problems. */
  readonly interval: readonly [low: number, high: number]
  /** pass^1, pass^2, … up to the fewest trials that a problem has. */
  readonly passHat: readonly number[]
}

/** Published evaluators give rewards as floats. */
const SOLVED = 1 - 1e-6

/** One row for each variant and horizon, and one for all if there are several. Episodes without a score are no trials. */
export function buildSuccess(cells: readonly MeasuredCell[]): readonly Success[] {
  const withProblems = cells.filter(({ episodes }) => episodes.some(({ problem }) => problem !== undefined))
  return groupCells(withProblems, ['benchmark', 'runtime', 'model']).flatMap((series) => {
    const [first] = series
    if (first === undefined) return []
    const { benchmark, runtime, model } = first.row
    const rows = series.map(({ row: { variant, horizon }, episodes }) => ({
      place: { benchmark, variant, horizon, runtime, model },
      episodes,
    }))
    const whole = {
      place: { benchmark, runtime, model, all: true as const },
      episodes: rows.flatMap(({ episodes }) => episodes),
    }
    return [...rows, ...(rows.length > 1 ? [whole] : [])].flatMap(({ place, episodes }) => {
      const measured = measure(episodes)
      return measured === undefined ? [] : [{ ...place, ...measured }]
    })
  })
}

type Measured = Omit<Success, 'benchmark' | 'variant' | 'horizon' | 'all' | 'runtime' | 'model'>

function measure(episodes: readonly EpisodeFigures[]): Measured | undefined {
  const trials = episodes.flatMap(({ problem, score }) =>
    problem === undefined || score === undefined ? [] : [{ problem, solved: score >= SOLVED }],
  )
  const problems = [...Map.groupBy(trials, ({ problem }) => problem).values()]
  if (problems.length === 0) return undefined
  const counts = problems.map((group) => ({
    trials: group.length,
    successes: group.filter(({ solved }) => solved).length,
  }))
  const successes = counts.reduce((sum, each) => sum + each.successes, 0)
  const rates = counts.map((each) => each.successes / each.trials)
  const fewest = Math.min(...counts.map((each) => each.trials))
  return {
    problems: problems.length,
    episodes: trials.length,
    successes,
    rate: rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
    interval:
      trials.length === problems.length ? wilsonInterval(successes, trials.length) : meanInterval(rates),
    passHat: Array.from({ length: fewest }, (_, k) => passHatK(counts, k + 1)),
  }
}
