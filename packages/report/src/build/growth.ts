import { growthExponent } from '@skill-state/eval/statistics'
import { groupCells, type MeasuredCell } from './cells.ts'

/** How the characters of all prompts of an episode grow with the horizon: ∝ T^exponent. */
export interface Growth {
  readonly benchmark: string
  readonly variant?: string | undefined
  readonly runtime: string
  readonly model: string
  readonly from: number
  readonly to: number
  readonly exponent: number
}

/** One exponent for each series with two horizons or more, over its terminated episodes. */
export function buildGrowth(cells: readonly MeasuredCell[]): readonly Growth[] {
  return groupCells(cells, ['benchmark', 'variant', 'runtime', 'model']).flatMap((series) => {
    const [first] = series
    if (first === undefined) return []
    const points = series
      .flatMap(({ episodes }) => episodes)
      .filter(({ status, promptChars }) => status === 'terminated' && promptChars > 0)
      .flatMap(({ horizon, promptChars }) => (horizon === undefined ? [] : [[horizon, promptChars] as const]))
    const exponent = growthExponent(points)
    if (exponent === undefined) return []
    const { benchmark, variant, runtime, model } = first.row
    const horizons = points.map(([horizon]) => horizon)
    const [from, to] = [Math.min(...horizons), Math.max(...horizons)]
    return [{ benchmark, variant, runtime, model, from, to, exponent }]
  })
}
