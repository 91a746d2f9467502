import { meanInterval, passHatK, wilsonInterval } from '@skill-state/eval/statistics'
import type { Trial } from '../measured/trials.ts'
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
  const withProblems = cells.filter(({ measured }) =>
    [...measured.trials].some(({ problem }) => problem !== undefined),
  )
  return groupCells(withProblems, ['benchmark', 'runtime', 'model']).flatMap((series) => {
    const [first] = series
    if (first === undefined) return []
    const { benchmark, runtime, model } = first.row
    const rows = series.map(({ row: { variant, horizon }, measured }) => ({
      place: { benchmark, variant, horizon, runtime, model },
      trials: [...measured.trials],
    }))
    const all = {
      place: { benchmark, runtime, model, all: true as const },
      trials: rows.flatMap((row) => row.trials),
    }
    return [...rows, ...(rows.length > 1 ? [all] : [])].flatMap(({ place, trials }) => {
      const measured = measure(trials)
      return measured === undefined ? [] : [{ ...place, ...measured }]
    })
  })
}

type Measured = Omit<Success, 'benchmark' | 'variant' | 'horizon' | 'all' | 'runtime' | 'model'>

function measure(all: readonly Trial[]): Measured | undefined {
  const scored = all.filter(({ problem, score }) => problem !== undefined && score !== undefined)
  const counts = [...Map.groupBy(scored, ({ problem }) => problem).values()].map((own) => ({
    trials: own.length,
    successes: own.filter(({ score = 0 }) => score >= SOLVED).length,
  }))
  if (counts.length === 0) return undefined
  const successes = counts.reduce((sum, each) => sum + each.successes, 0)
  const rates = counts.map((each) => each.successes / each.trials)
  const fewest = counts.reduce((least, each) => Math.min(least, each.trials), Number.POSITIVE_INFINITY)
  const isOnce = scored.length === counts.length
  return {
    problems: counts.length,
    episodes: scored.length,
    successes,
    rate: rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
    interval: isOnce ? wilsonInterval(successes, scored.length) : meanInterval(rates),
    passHat: Array.from({ length: fewest }, (_, k) => passHatK(counts, k + 1)),
  }
}
