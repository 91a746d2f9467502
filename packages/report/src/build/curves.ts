import type { EpisodeFigures } from '@skill-state/eval'
import { spread } from '@skill-state/eval/statistics'
import { groupCells, type MeasuredCell } from './cells.ts'

/** What a step costs as an episode goes on, at the longest horizon of a series. */
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
    const sound = longest.episodes.filter(({ score }) => score !== undefined)
    const length = Math.max(0, ...sound.map(({ stepPromptChars }) => stepPromptChars.length))
    if (length < 2) return []
    const stride = Math.ceil(length / MAXIMUM_POINTS)
    const indices = Array.from({ length: Math.ceil(length / stride) }, (_, index) => index * stride)
    const tokens = sound.map(cumulativeTokens)
    return [
      {
        benchmark,
        variant,
        horizon,
        runtime,
        model,
        stride,
        promptChars: indices.map((index) =>
          meanAt(
            sound.map(({ stepPromptChars }) => stepPromptChars),
            index,
          ),
        ),
        totalTokens: tokens.every((each) => each !== undefined)
          ? indices.map((index) => meanAt(tokens, index))
          : undefined,
      },
    ]
  })
}

function cumulativeTokens({ stepTokens }: EpisodeFigures): readonly number[] | undefined {
  let total = 0
  const sums = stepTokens.map((tokens) => {
    total += tokens ?? Number.NaN
    return total
  })
  return Number.isNaN(total) ? undefined : sums
}

function meanAt(lists: readonly (readonly (number | undefined)[])[], index: number): number {
  const values = lists.map((list) => list[index]).filter((value) => value !== undefined)
  return Math.round(spread(values)?.mean ?? 0)
}
