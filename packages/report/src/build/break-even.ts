import type { StepSums } from '../measured/step-sums.ts'
import { groupCells, type MeasuredCell } from './cells.ts'

/** From which step on the subject has used no more than another runtime, at the longest horizon of both. */
export interface BreakEven {
  readonly benchmark: string
  readonly variant?: string | undefined
  readonly horizon: number
  readonly model: string
  readonly subject: string
  readonly other: string
  /** Steps that both can be compared over. */
  readonly steps: number
  /** By tokens; absent if tokens are unknown. */
  readonly tokens?: number | 'not yet' | undefined
  /** By US dollars; absent without a price sheet. */
  readonly cost?: number | 'not yet' | undefined
}

/** Compares the subject with each other runtime of the same benchmark, variant and model. */
export function buildBreakEven(cells: readonly MeasuredCell[], subject: string): readonly BreakEven[] {
  const timed = cells.filter(({ row }) => row.horizon !== undefined)
  return groupCells(timed, ['benchmark', 'variant', 'model']).flatMap((series) => {
    const horizon = Math.max(...series.map(({ row }) => row.horizon ?? 0))
    const longest = series.filter(({ row }) => row.horizon === horizon)
    const own = longest.find(({ row }) => row.runtime === subject)
    if (own === undefined) return []
    const { benchmark, variant, model } = own.row
    return longest.flatMap((cell) => {
      if (cell === own) return []
      const tokens = firstStep(own.measured.stepTokens, cell.measured.stepTokens)
      const cost = firstStep(own.measured.stepCosts, cell.measured.stepCosts)
      if (tokens === undefined && cost === undefined) return []
      const other = cell.row.runtime
      const steps = Math.min(own.measured.fewestSteps, cell.measured.fewestSteps)
      return [{ benchmark, variant, horizon, model, subject, other, steps, tokens, cost }]
    })
  })
}

/** Number of steps, from 1, after which the subject's mean sum stays at or below the other's. */
function firstStep(own: StepSums, other: StepSums): BreakEven['tokens'] {
  const [mine, theirs] = [sums(own), sums(other)]
  if (mine === undefined || theirs === undefined) return undefined
  const steps = Math.min(mine.length, theirs.length)
  if (steps === 0) return undefined
  let first: number | 'not yet' = 'not yet'
  for (let step = steps - 1; step >= 0 && (mine[step] ?? 0) <= (theirs[step] ?? 0); step -= 1)
    first = step + 1
  return first
}

/** Mean sum up to each step that all episodes reached; undefined if there is no episode, or a figure is unknown. */
function sums(figure: StepSums): readonly number[] | undefined {
  if (figure.episodes === 0 || !figure.isComplete) return undefined
  let total = 0
  return Array.from({ length: figure.shortest }, (_, step) => {
    total += figure.meanAt(step)
    return total
  })
}
