import type { Curve, EpisodeRow } from '../../manifest/manifest.ts'
import type { Query } from '../table/query.ts'
import type { Line, Point } from './draw-lines.ts'
import { pensOf } from './palette.ts'

/** Lines that belong together: those of one benchmark of one run. */
export interface LineGroup {
  readonly run: string
  readonly benchmark: string
  readonly lines: readonly Line[]
}

/** Mean score by horizon, or by number of steps if no horizon is known, one line a runtime. */
export function scoreGroups(rows: readonly EpisodeRow[]): readonly LineGroup[] {
  const scored = rows.filter((row) => row.score !== undefined)
  return groups(scored, (own) => meanPoints(own))
}

/** Mean prompt size by step, one line a runtime; of the curves that the facets of the query choose. */
export function promptGroups(curves: readonly Curve[], { facets }: Query): readonly LineGroup[] {
  const names = ['run', 'benchmark', 'runtime', 'model'] as const
  const chosen = curves.filter((curve) =>
    names.every((name) => facets[name] === undefined || facets[name] === curve[name]),
  )
  return groups(chosen, (own) => own.flatMap(({ promptChars }) => pointsOf(promptChars)))
}

/** Sizes by step as points; a step without a call has none. */
export function pointsOf(sizes: readonly (number | null | undefined)[]): readonly Point[] {
  return sizes.flatMap((size, step) => (size === null || size === undefined ? [] : [{ x: step, y: size }]))
}

function groups<T extends Pick<EpisodeRow, 'run' | 'benchmark' | 'runtime' | 'model'>>(
  items: readonly T[],
  draw: (own: readonly T[]) => readonly Point[],
): readonly LineGroup[] {
  const pens = pensOf([...new Set(items.map(({ runtime }) => runtime))])
  const parts = Map.groupBy(items, ({ run, benchmark }) => JSON.stringify([run, benchmark]))
  return [...parts.values()].flatMap((part) => {
    const [first] = part
    if (first === undefined) return []
    const manyModels = new Set(part.map(({ model }) => model)).size > 1
    const nameOf = ({ runtime, model }: T): string => (manyModels ? `${runtime}, ${model}` : runtime)
    const lines = [...Map.groupBy(part, nameOf)].map(([name, own]) => ({
      name,
      pen: pens(own[0]?.runtime ?? name),
      points: draw(own),
    }))
    return [{ run: first.run, benchmark: first.benchmark, lines }]
  })
}

function meanPoints(rows: readonly EpisodeRow[]): readonly Point[] {
  const places = Map.groupBy(rows, ({ horizon, steps }) => horizon ?? steps)
  return [...places]
    .map(([x, own]) => ({ x, y: own.reduce((sum, row) => sum + (row.score ?? 0), 0) / own.length }))
    .sort((a, b) => a.x - b.x)
}
