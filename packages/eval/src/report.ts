import type { Column } from './columns.ts'
import type { EpisodeFigures } from './figures.ts'
import { type BreakEven, buildBreakEven } from './report-break-even.ts'
import { groupCells, type MeasuredCell } from './report-cells.ts'
import { buildCurves, type Curve } from './report-curves.ts'
import { buildGrowth, type Growth } from './report-growth.ts'
import { buildSuccess, type Success } from './report-success.ts'
import { buildTests, type Comparison } from './report-tests.ts'
import { type Spread, spread } from './statistics/spread.ts'

/** What somebody else published for one figure: a mean, or a range. */
export type PublishedFigure =
  | { readonly mean: number; readonly sd?: number }
  | { readonly low: number; readonly high: number }

/** What somebody else published for a cell, by column id. */
export type Published = Readonly<Record<string, PublishedFigure>>

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
  /** Failed episodes that count as far as they got, because the model's replies ended them; absent if there are none. */
  readonly scoredFailures?: number
  /** Episodes in which a step had no readable reply, and the no-op took its place; absent if there are none. */
  readonly lost?: number
  /** Mean and spread over the episodes with a score, by column id. */
  readonly figures: Readonly<Record<string, Spread>>
  /** The same over episodes that neither failed nor lost a step; present if those are fewer. */
  readonly readable?: { readonly episodes: number; readonly figures: Readonly<Record<string, Spread>> }
  readonly published?: Published
}

export interface Report {
  readonly title: string
  /** What kind of reader decided, as its own notice says; part of `notices`, and repeated with every figure. */
  readonly modelNotice?: string
  /** What a reader must know before the figures. */
  readonly notices: readonly string[]
  readonly columns: readonly { readonly id: string; readonly title: string; readonly decimals: number }[]
  /** The runtime that the others are tested against. */
  readonly subject: string
  readonly rows: readonly Row[]
  readonly growth: readonly Growth[]
  /** From which step on the subject has used less than each other runtime. */
  readonly breakEven: readonly BreakEven[]
  /** How often the problems were solved, where tasks are trials of problems. */
  readonly success: readonly Success[]
  /** The score of the subject against that of each other runtime of the same cell. */
  readonly tests: readonly Comparison[]
  /** Prompt size and tokens by step, at each series' longest horizon. */
  readonly curves: readonly Curve[]
  /** Failed episodes with how they are scored and the reason, one line each. */
  readonly failures: readonly string[]
}

export interface ReportOptions {
  readonly title: string
  /** Stands first among the notices. */
  readonly modelNotice?: string
  readonly notices: readonly string[]
  readonly columns: readonly Column[]
  /** Order of the runtimes in each group; others follow. */
  readonly runtimes: readonly string[]
  /** The runtime that the others are tested against. Default `skill-state`. */
  readonly subject?: string
  readonly published?: (cell: Cell) => Published | undefined
}

/** Below this share of applied updates a run measures something else than its runtime (ruling 12). */
const FEW_UPDATES = 0.5

/** Groups episodes into cells, rows ordered by benchmark, variant, horizon, then runtime as listed. */
export function buildReport(episodes: readonly EpisodeFigures[], options: ReportOptions): Report {
  const { title, modelNotice, columns, subject = 'skill-state' } = options
  const cells = [...Map.groupBy(episodes, cellKey).values()]
    .map((group) => ({ row: buildRow(group, options), episodes: group }))
    .sort((a, b) => compareCells(a.row, b.row, options.runtimes))
  const rows = cells.map(({ row }) => row)
  const estimated = [...new Set(episodes.flatMap((episode) => episode.estimated))].sort()
  return {
    title,
    ...(modelNotice !== undefined && { modelNotice }),
    notices: [
      ...(modelNotice === undefined ? [] : [modelNotice]),
      ...options.notices,
      ...estimated.map((tokenizer) => `Tokens are estimated with the tokenizer ${tokenizer}.`),
      ...onRecord(episodes),
      ...lostAttempts(episodes),
      ...noUpdates(cells),
      ...fewUpdates(cells),
    ],
    columns: columns.map(({ id, title, decimals }) => ({ id, title, decimals })),
    subject,
    rows,
    growth: buildGrowth(cells),
    breakEven: buildBreakEven(cells, subject),
    success: buildSuccess(cells),
    tests: buildTests(cells, subject),
    curves: buildCurves(cells),
    failures: episodes
      .filter((episode) => episode.status === 'failed')
      .map(({ benchmark, task, runtime, error, score }) => {
        const scored = score === undefined ? '' : ` (scored ${score}, as far as it got)`
        return `${benchmark} ${task} ${runtime}${scored}: ${error}`
      })
      .sort(),
  }
}

function cellKey({ benchmark, variant, horizon, runtime, model }: Cell): string {
  return JSON.stringify([benchmark, variant, horizon, runtime, model])
}

function compareCells(a: Cell, b: Cell, runtimes: readonly string[]): number {
  const rank = ({ runtime }: Cell): number => runtimes.indexOf(runtime) + 1 || Number.POSITIVE_INFINITY
  return (
    compare(a.benchmark, b.benchmark) ||
    compareVariants(a.variant, b.variant) ||
    compare(a.horizon ?? 0, b.horizon ?? 0) ||
    compare(rank(a), rank(b)) ||
    compare(a.runtime, b.runtime) ||
    compare(a.model, b.model)
  )
}

function buildRow(group: readonly EpisodeFigures[], { columns, published }: ReportOptions): Row {
  const [first] = group
  if (first === undefined) throw new RangeError('a cell has at least one episode')
  const { benchmark, variant, horizon, runtime, model } = first
  const cell: Cell = { benchmark, variant, horizon, runtime, model }
  const scored = group.filter(({ score }) => score !== undefined)
  const scoredFailures = scored.filter(({ status }) => status === 'failed').length
  const lost = group.filter(({ lostSteps }) => lostSteps > 0).length
  const readable = scored.filter(({ status, lostSteps }) => status !== 'failed' && lostSteps === 0)
  const found = published?.(cell)
  return {
    ...cell,
    terminated: group.filter((episode) => episode.status === 'terminated').length,
    truncated: group.filter((episode) => episode.status === 'truncated').length,
    failed: group.filter(({ status }) => status === 'failed').length,
    ...(scoredFailures > 0 && { scoredFailures }),
    ...(lost > 0 && { lost }),
    figures: measure(scored, columns),
    ...(readable.length < scored.length && {
      readable: { episodes: readable.length, figures: measure(readable, columns) },
    }),
    ...(found && { published: found }),
  }
}

function measure(episodes: readonly EpisodeFigures[], columns: readonly Column[]): Row['figures'] {
  const figures = columns.flatMap(({ id, of }) => {
    const measured = spread(episodes.map(of).filter((value) => value !== undefined))
    return measured === undefined ? [] : [[id, measured] as const]
  })
  return Object.fromEntries(figures)
}

/** One line for each runtime and model that is concerned. */
function fewUpdates(cells: readonly MeasuredCell[]): string[] {
  const few = cells.filter(({ episodes }) => (updateRate(episodes) ?? 1) < FEW_UPDATES)
  return groupCells(few, ['runtime', 'model']).map((group) => {
    const { runtime, model } = group[0]?.row ?? {}
    const lowest = Math.min(...group.map(({ episodes }) => updateRate(episodes) ?? 1))
    return `Few updates applied: ${runtime} with ${model} applied fewer than half of its state updates in ${countRows(group)}, at the lowest ${(lowest * 100).toFixed(0)} %; such a row measures something else than its runtime.`
  })
}

/** A runtime whose state no reply ever asked to change: it is run as if it had none. */
function noUpdates(cells: readonly MeasuredCell[]): string[] {
  const none = cells.filter(
    ({ episodes }) =>
      episodes.some(({ updates }) => updates.steps > 0) &&
      episodes.every(({ updates }) => updates.attempted === 0),
  )
  return groupCells(none, ['runtime', 'model']).map((group) => {
    const { runtime, model } = group[0]?.row ?? {}
    return `No updates: ${runtime} with ${model} asked for no state update in ${countRows(group)}; such a row measures something else than its runtime.`
  })
}

/** What a reader must know of the cost: those calls were free, or paid in another run. */
function onRecord(episodes: readonly EpisodeFigures[]): string[] {
  const replayed = episodes.reduce((total, each) => total + each.replayedCalls, 0)
  if (replayed === 0) return []
  const calls = episodes.reduce((total, each) => total + each.calls, 0)
  return [
    `Responses on record answered ${replayed} of ${calls} calls; figures count what they cost when recorded.`,
  ]
}

function lostAttempts(episodes: readonly EpisodeFigures[]): string[] {
  const lost = episodes.reduce((total, each) => total + each.lostAttempts, 0)
  if (lost === 0) return []
  return [`Requests without a response that may have been charged: ${lost}; they are in no figure.`]
}

function countRows(group: readonly MeasuredCell[]): string {
  return group.length === 1 ? '1 row' : `${group.length} rows`
}

function updateRate(episodes: readonly EpisodeFigures[]): number | undefined {
  const attempted = episodes.reduce((total, { updates }) => total + updates.attempted, 0)
  const applied = episodes.reduce((total, { updates }) => total + updates.applied, 0)
  return attempted === 0 ? undefined : applied / attempted
}

/** Plain tasks first, then by name, where numbers count as numbers. */
function compareVariants(a = '', b = ''): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}
