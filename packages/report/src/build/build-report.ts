import type { Column, EpisodeFigures } from '@skill-state/eval'
import { spread } from '@skill-state/eval/statistics'
import { buildBreakEven } from './break-even.ts'
import { type Cell, groupCells, type MeasuredCell } from './cells.ts'
import { buildCurves } from './curves.ts'
import { buildGrowth } from './growth.ts'
import { countMistakes } from './mistakes.ts'
import type { Published } from './published.ts'
import type { Report, Row } from './report.ts'
import { buildSuccess } from './success.ts'
import { buildTests } from './tests.ts'

export interface ReportOptions {
  readonly title: string
  /** Stands first among the notices. */
  readonly modelNotice?: string | undefined
  readonly notices: readonly string[]
  readonly columns: readonly Column[]
  /** Order of the runtimes in each group; others follow. */
  readonly runtimes: readonly string[]
  /** The runtime that the others are tested against. Default `skill-state`. */
  readonly subject?: string | undefined
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
    modelNotice,
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
    scoredFailures: scoredFailures || undefined,
    lost: lost || undefined,
    figures: measure(scored, columns),
    mistakes: countMistakes(scored),
    ...(readable.length < scored.length && {
      readable: { episodes: readable.length, figures: measure(readable, columns) },
    }),
    published: found,
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
