import type { Column } from './columns.ts'
import type { EpisodeFigures } from './figures.ts'
import { growthExponent, type Spread, spread } from './statistics.ts'

/** What somebody else published for a cell, by column id. */
export type Published = Readonly<Record<string, { readonly mean: number; readonly sd?: number }>>

/** The episodes of one benchmark, variant, horizon, runtime and model. */
export interface Cell {
  readonly benchmark: string
  readonly variant?: string | undefined
  readonly horizon?: number | undefined
  readonly runtime: string
  readonly model: string
}

export interface Row extends Cell {
  readonly terminated: number
  readonly truncated: number
  readonly failed: number
  /** Mean and spread over the episodes that did not fail, by column id. */
  readonly figures: Readonly<Record<string, Spread>>
  readonly published?: Published
}

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

export interface Report {
  readonly title: string
  /** What a reader must know before the figures. */
  readonly notices: readonly string[]
  readonly columns: readonly { readonly id: string; readonly title: string; readonly decimals: number }[]
  readonly rows: readonly Row[]
  readonly growth: readonly Growth[]
  /** Failed episodes with the reason, one line each. */
  readonly failures: readonly string[]
}

export interface ReportOptions {
  readonly title: string
  readonly notices: readonly string[]
  readonly columns: readonly Column[]
  /** Order of the runtimes in each group; others follow. */
  readonly runtimes: readonly string[]
  readonly published?: (cell: Cell) => Published | undefined
}

/** Groups episodes into cells, rows ordered by benchmark, horizon, then runtime as listed. */
export function buildReport(episodes: readonly EpisodeFigures[], options: ReportOptions): Report {
  const rank = ({ runtime }: Cell): number =>
    options.runtimes.indexOf(runtime) + 1 || Number.POSITIVE_INFINITY
  const groups = Map.groupBy(episodes, ({ benchmark, variant, horizon, runtime, model }) =>
    JSON.stringify([benchmark, variant, horizon, runtime, model]),
  )
  const rows = [...groups.values()]
    .map((group) => buildRow(group, options))
    .sort(
      (a, b) =>
        compare(a.benchmark, b.benchmark) ||
        compareVariants(a.variant, b.variant) ||
        (a.horizon ?? 0) - (b.horizon ?? 0) ||
        compare(rank(a), rank(b)) ||
        compare(a.runtime, b.runtime) ||
        compare(a.model, b.model),
    )
  const estimated = [...new Set(episodes.flatMap((episode) => episode.estimated))].sort()
  return {
    title: options.title,
    notices: [
      ...options.notices,
      ...estimated.map((tokenizer) => `Tokens are estimated with the tokenizer ${tokenizer}.`),
    ],
    columns: options.columns.map(({ id, title, decimals }) => ({ id, title, decimals })),
    rows,
    growth: buildGrowth(episodes, rows),
    failures: episodes
      .filter((episode) => episode.status === 'failed')
      .map(({ benchmark, task, runtime, error }) => `${benchmark} ${task} ${runtime}: ${error}`)
      .sort(),
  }
}

function buildRow(group: readonly EpisodeFigures[], { columns, published }: ReportOptions): Row {
  const [first] = group
  if (first === undefined) throw new RangeError('a cell has at least one episode')
  const { benchmark, variant, horizon, runtime, model } = first
  const cell: Cell = { benchmark, variant, horizon, runtime, model }
  const sound = group.filter((episode) => episode.status !== 'failed')
  const figures = columns.flatMap(({ id, of }) => {
    const measured = spread(sound.map(of).filter((value) => value !== undefined))
    return measured === undefined ? [] : [[id, measured] as const]
  })
  const found = published?.(cell)
  return {
    ...cell,
    terminated: group.filter((episode) => episode.status === 'terminated').length,
    truncated: group.filter((episode) => episode.status === 'truncated').length,
    failed: group.length - sound.length,
    figures: Object.fromEntries(figures),
    ...(found && { published: found }),
  }
}

function buildGrowth(episodes: readonly EpisodeFigures[], rows: readonly Row[]): Growth[] {
  const sound = episodes.filter(({ status, promptChars }) => status === 'terminated' && promptChars > 0)
  const series = Map.groupBy(rows, ({ benchmark, variant, runtime, model }) =>
    JSON.stringify([benchmark, variant, runtime, model]),
  )
  return [...series.values()].flatMap((cells) => {
    const [cell] = cells
    if (cell === undefined) return []
    const { benchmark, variant, runtime, model } = cell
    const points = sound
      .filter(
        (each) =>
          each.benchmark === benchmark &&
          each.variant === variant &&
          each.runtime === runtime &&
          each.model === model,
      )
      .flatMap(({ horizon, promptChars }) => (horizon === undefined ? [] : [[horizon, promptChars] as const]))
    const exponent = growthExponent(points)
    if (exponent === undefined) return []
    const horizons = points.map(([horizon]) => horizon)
    return [
      {
        benchmark,
        variant,
        runtime,
        model,
        from: Math.min(...horizons),
        to: Math.max(...horizons),
        exponent,
      },
    ]
  })
}

/** Plain tasks first, then by name, where numbers count as numbers. */
function compareVariants(a = '', b = ''): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}
