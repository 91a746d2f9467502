import type { Column, EpisodeFigures } from '@skill-state/eval'
import { Measured } from '../measured/measured.ts'
import { buildBreakEven } from './break-even.ts'
import { type Cell, groupCells, type MeasuredCell } from './cells.ts'
import { buildCurves } from './curves.ts'
import { buildGrowth } from './growth.ts'
import type { Published } from './published.ts'
import { type ListedEpisode, MOST_LISTED, type Report, type Row } from './report.ts'
import { buildSuccess } from './success.ts'
import { buildTests } from './tests.ts'

export interface ReportOptions {
  readonly title: string
  /** The first of the notices. */
  readonly modelNotice?: string | undefined
  readonly notices: readonly string[]
  readonly columns: readonly Column[]
  /** Order of the runtimes in each group; others follow. */
  readonly runtimes: readonly string[]
  /** The runtime that the others are tested against. Default `skill-state`. */
  readonly subject?: string | undefined
  readonly published?: ((cell: Cell) => Published | undefined) | undefined
  /** Characters that a prompt should not exceed, by runtime. */
  readonly budgets?: ReadonlyMap<string, number> | undefined
}

/** Below this share of applied updates a run measures something else than its runtime (ruling 12). */
const FEW_UPDATES = 0.5

/** The report of some episodes, rows ordered by benchmark, variant, horizon, then runtime as listed. */
export function buildReport(episodes: Iterable<EpisodeFigures>, options: ReportOptions): Report {
  const builder = new ReportBuilder(options.columns)
  for (const episode of episodes) builder.add(episode)
  return builder.build(options)
}

/** Takes the episodes of a report one by one, and keeps at most a few hundred lines: a run may have hundreds of thousands. */
export class ReportBuilder {
  episodes = 0
  readonly #columns: readonly Column[]
  readonly #cells = new Map<string, { readonly cell: Cell; readonly measured: Measured }>()
  readonly #estimated = new Set<string>()
  readonly #failures: string[] = []
  readonly #listed = new Map<string, ListedEpisode[]>()
  #calls = 0
  #replayedCalls = 0
  #lostAttempts = 0

  constructor(columns: readonly Column[]) {
    this.#columns = columns
  }

  /** `file` is the path of the trace from the run's folder; an episode without one is not listed. */
  add(episode: EpisodeFigures, file?: string): void {
    this.episodes += 1
    this.#calls += episode.calls
    this.#replayedCalls += episode.replayedCalls
    this.#lostAttempts += episode.lostAttempts
    for (const tokenizer of episode.estimated) this.#estimated.add(tokenizer)
    if (episode.status === 'failed') this.#failures.push(failureLine(episode))
    const { benchmark, variant, horizon, runtime, model } = episode
    const cell: Cell = { benchmark, variant, horizon, runtime, model }
    const key = JSON.stringify([benchmark, variant, horizon, runtime, model])
    const own = this.#cells.get(key) ?? { cell, measured: new Measured(this.#columns) }
    own.measured.add(episode)
    this.#cells.set(key, own)
    if (file !== undefined) this.#list(episode, cell, file)
  }

  #list({ task, seed, status, score, steps, totalTokens }: EpisodeFigures, cell: Cell, file: string): void {
    const listed = this.#listed.get(cell.benchmark) ?? []
    this.#listed.set(cell.benchmark, listed)
    // One too many tells `build` that the list is incomplete.
    if (listed.length <= MOST_LISTED)
      listed.push({ ...cell, task, seed, status, score, steps, totalTokens, file })
  }

  get cells(): readonly Cell[] {
    return [...this.#cells.values()].map(({ cell }) => cell)
  }

  build(options: Omit<ReportOptions, 'columns'>): Report {
    const { title, modelNotice, subject = 'skill-state' } = options
    const cells = [...this.#cells.values()]
      .map(({ cell, measured }) => ({ row: buildRow(cell, measured, options), measured }))
      .sort((a, b) => compareCells(a.row, b.row, options.runtimes))
    return {
      title,
      modelNotice,
      notices: [
        ...(modelNotice === undefined ? [] : [modelNotice]),
        ...options.notices,
        ...[...this.#estimated].sort().map((name) => `Tokens are estimated with the tokenizer ${name}.`),
        ...onRecord(this.#replayedCalls, this.#calls),
        ...lostAttempts(this.#lostAttempts),
        ...updateNotices(cells),
      ],
      columns: this.#columns.map(({ id, title, decimals }) => ({ id, title, decimals })),
      subject,
      rows: cells.map(({ row }) => row),
      growth: buildGrowth(cells),
      breakEven: buildBreakEven(cells, subject),
      success: buildSuccess(cells),
      tests: buildTests(cells, subject),
      curves: buildCurves(cells),
      episodes: [...this.#listed.values()]
        .filter(({ length }) => length <= MOST_LISTED)
        .flat()
        .sort((a, b) => compareCells(a, b, options.runtimes) || compareVariants(a.task, b.task)),
      failures: this.#failures.toSorted(),
    }
  }
}

function failureLine({ benchmark, task, runtime, error, score }: EpisodeFigures): string {
  const scored = score === undefined ? '' : ` (scored ${score}, as far as it got)`
  return `${benchmark} ${task} ${runtime}${scored}: ${error}`
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

function buildRow(
  cell: Cell,
  measured: Measured,
  { published, budgets }: Pick<ReportOptions, 'published' | 'budgets'>,
): Row {
  const { ended, scored, scoredFailures, readable, lost, mistakes } = measured
  return {
    ...cell,
    ...ended,
    scoredFailures: scoredFailures || undefined,
    lost: lost || undefined,
    figures: measured.figures(),
    mistakes: mistakes.means(),
    readable: readable < scored ? { episodes: readable, figures: measured.readableFigures() } : undefined,
    published: published?.(cell),
    budget: budgets?.get(cell.runtime),
  }
}

/** A line for each runtime and model whose replies asked for no update of the state, then for those of which few applied. */
function updateNotices(cells: readonly MeasuredCell[]): string[] {
  const lines = (
    head: string,
    concerned: readonly MeasuredCell[],
    say: (rows: string, lowest: number) => string,
  ) =>
    groupCells(concerned, ['runtime', 'model']).map((group) => {
      const { runtime, model } = group[0]?.row ?? {}
      const rows = group.length === 1 ? '1 row' : `${group.length} rows`
      const told = say(rows, Math.min(...group.map(updateRate)))
      return `${head}: ${runtime} with ${model} ${told}; such a row measures something else than its runtime.`
    })
  const none = cells.filter(({ measured: { updates } }) => updates.steps > 0 && updates.attempted === 0)
  const few = cells.filter((cell) => updateRate(cell) < FEW_UPDATES)
  return [
    ...lines('No updates', none, (rows) => `asked for no state update in ${rows}`),
    ...lines(
      'Few updates applied',
      few,
      (rows, lowest) =>
        `applied fewer than half of its state updates in ${rows}, at the lowest ${(lowest * 100).toFixed(0)} %`,
    ),
  ]
}

/** Of the updates that were asked for; 1 if there was none. */
function updateRate({ measured: { updates } }: MeasuredCell): number {
  return updates.attempted === 0 ? 1 : updates.applied / updates.attempted
}

/** What a reader must know of the cost: those calls were free, or paid in another run. */
function onRecord(replayed: number, calls: number): string[] {
  if (replayed === 0) return []
  return [
    `Responses on record answered ${replayed} of ${calls} calls; figures count what they cost when recorded.`,
  ]
}

function lostAttempts(lost: number): string[] {
  if (lost === 0) return []
  return [`Requests without a response that may have been charged: ${lost}; they are in no figure.`]
}

/** Plain tasks first, then by name, where numbers count as numbers. */
const compareVariants = (a = '', b = ''): number => a.localeCompare(b, 'en', { numeric: true })

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)
