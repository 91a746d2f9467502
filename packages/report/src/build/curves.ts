import type { StepSums } from '../measured/step-sums.ts'
import { groupCells, type MeasuredCell } from './cells.ts'

/** What a step costs as an episode continues, at the longest horizon of a series. */
export interface Curve {
  readonly benchmark: string
  readonly variant?: string | undefined
  readonly horizon: number
  readonly runtime: string
  readonly model: string
  /** Steps between one entry and the next; the first entry is step 0. */
  readonly stride: number
  /** Mean prompt size over the episodes that reached the step, in whole code points. */
  readonly promptChars: readonly number[]
  /** Mean tokens from step 0 to this one, whole; absent if an episode's tokens are unknown. */
  readonly totalTokens?: readonly number[] | undefined
}

/** A plot shows no more points than this, so the report holds no more. */
const MAXIMUM_POINTS = 250

export function buildCurves(cells: readonly MeasuredCell[]): readonly Curve[] {
  const timed = cells.filter(({ row }) => row.horizon !== undefined)
  return groupCells(timed, ['benchmark', 'variant', 'runtime', 'model']).flatMap((series) => {
    const longest = series.at(-1)
    if (longest?.row.horizon === undefined) return []
    const { benchmark, variant, horizon, runtime, model } = longest.row
    const { stepPromptChars, tokensSoFar } = longest.measured
    const length = stepPromptChars.longest
    if (length < 2) return []
    const stride = Math.ceil(length / MAXIMUM_POINTS)
    const indices = Array.from({ length: Math.ceil(length / stride) }, (_, index) => index * stride)
    const meansOf = (sums: StepSums): number[] => indices.map((index) => Math.round(sums.meanAt(index)))
    const promptChars = meansOf(stepPromptChars)
    const totalTokens = tokensSoFar.isComplete ? meansOf(tokensSoFar) : undefined
    return [{ benchmark, variant, horizon, runtime, model, stride, promptChars, totalTokens }]
  })
}
