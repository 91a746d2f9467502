import {
  computeFigures,
  type EpisodeFigures,
  type RunFolder,
  readTraces,
  type Trace,
} from '@skill-state/eval'
import { invalidRun, readRuntimeName } from '@skill-state/protocol'
import { type Cell, type Report, ReportBuilder, type ReportOptions } from '@skill-state/report'
import { type Presentation, recordedText } from '../experiment.ts'
import { findPresentation } from '../file/present.ts'
import { type Conditions, readConditions } from '../plan/conditions.ts'
import type { Registry } from '../registry.ts'

/** Computes the report of a run from its traces alone. Throws `invalid-run` and `invalid-trace`. */
export function runReport(
  registry: Pick<Registry, 'experiments' | 'families'>,
  folder: RunFolder,
  onRead?: OnRead,
): Report {
  const { add, report } = openReport(registry, folder, onRead)
  for (const trace of readTraces(folder)) add(trace)
  return report()
}

/** Hears after each episode how many of the planned ones were read. */
export type OnRead = (read: number, planned: number) => void

/** A report that takes the traces of a run one by one. */
interface OpenReport {
  readonly add: (trace: Trace) => void
  /** The report of the traces so far. Throws `invalid-run` if they are more than were planned. */
  readonly report: () => Report
}

/** Begins the report of a run. Throws `invalid-run`. */
export function openReport(
  registry: Pick<Registry, 'experiments' | 'families'>,
  folder: RunFolder,
  onRead: OnRead = () => {},
): OpenReport {
  const conditions = readConditions(folder)
  const experiment = findPresentation(registry, conditions.experiment, conditions.options)
  const builder = new ReportBuilder(experiment.columns)
  let read = 0
  return {
    add(trace) {
      read += 1
      onRead(read, conditions.episodes)
      const figures = figuresOf(trace, conditions)
      if (figures !== undefined) builder.add(figures, trace.file)
    },
    report() {
      const missing = conditions.episodes - builder.episodes
      if (missing < 0) {
        throw invalidRun(
          `${folder.path} holds ${builder.episodes} episodes, but ${conditions.episodes} were planned; remove those of other runs`,
        )
      }
      return builder.build(reportOptions(registry, experiment, conditions, builder))
    },
  }
}

function reportOptions(
  registry: Pick<Registry, 'experiments'>,
  experiment: Presentation,
  conditions: Conditions,
  { episodes, cells }: Pick<ReportBuilder, 'episodes' | 'cells'>,
): Omit<ReportOptions, 'columns'> {
  const { model, episodes: planned } = conditions
  const names = conditions.runtimes.map(({ id }) => id)
  const missing = planned - episodes
  return {
    title: titleOf(experiment, conditions),
    modelNotice: `Model: ${model.id}. ${model.notice}`.trim(),
    notices: [
      ...(missing > 0 ? [`Incomplete: ${missing} of ${planned} episodes are missing.`] : []),
      ...selectionNotice(conditions),
      ...replacedNotice(registry, experiment, conditions),
      ...sourceNotice(experiment, conditions, cells),
      ...decodingNotice(conditions),
      ...modelNotices(conditions),
      ...compressorNotices(conditions),
    ],
    runtimes: names,
    subject: names.find((name) => name === SUBJECT) ?? names.find(isSubject),
    published: experiment.published,
    budgets: new Map(
      conditions.runtimes.flatMap(({ id, options: { maxPromptChars: budget } }) =>
        typeof budget === 'number' ? [[id, budget] as const] : [],
      ),
    ),
  }
}

/** The runtime that the others are tested against; if it runs with other options only, the first of those. */
const SUBJECT = 'skill-state'

const isSubject = (name: string): boolean => readRuntimeName(name).id === SUBJECT

/** A part of a table is not the table. */
function selectionNotice({ selection }: Conditions): string[] {
  if (selection === undefined) return []
  const { only, tasks, limit, shuffle } = selection
  const parts = [
    only && `benchmarks ${only.join(', ')}`,
    tasks && `tasks ${tasks.join(', ')}`,
    limit &&
      `the first ${limit} episodes${shuffle === undefined ? '' : ` of an order shuffled by ${shuffle}`}`,
  ]
  return [`Only a part was run: ${parts.filter(Boolean).join('; ')}.`]
}

/** A benchmark that replaces the experiment's own is not what its title says. */
function titleOf({ id, title }: Presentation, { benchmark, series }: Conditions): string {
  return benchmark === undefined ? title : `${idOf(series)}: in the place of experiment ${id}`
}

function replacedNotice(
  { experiments }: Pick<Registry, 'experiments'>,
  { id }: Presentation,
  { benchmark, series }: Conditions,
): string[] {
  if (benchmark === undefined) return []
  const left = (experiments[id]?.series.length ?? series.length) - series.length
  const others = left === 1 ? 'its other series was' : `its ${left} other series were`
  return [
    `Benchmark ${idOf(series)} replaces the first series of experiment ${id}${left > 0 ? `; ${others} left out` : ''}.`,
  ]
}

/** Of a benchmark that the experiment does not know, the source tells only if it has a published figure. */
function sourceNotice(
  { source, published }: Presentation,
  { benchmark }: Conditions,
  cells: readonly Cell[],
): string[] {
  return benchmark === undefined || cells.some((cell) => published?.(cell)) ? [source] : []
}

function idOf(series: Conditions['series']): string {
  return series.map(({ benchmark }) => benchmark.id).join(', ')
}

/** The paper decodes at temperature 0 and top-p 1; some models take neither, and another value may be chosen. */
function decodingNotice({ model: { settings } }: Conditions): string[] {
  if (settings === undefined) return []
  const { temperature, topP } = settings
  const sent = Object.entries({ temperature, 'top-p': topP }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${recordedText(value)}`],
  )
  const told =
    sent.length > 0
      ? `${sent.join(' and ')} sent`
      : 'neither temperature nor top-p was sent, so the provider decides'
  return [`Decoding: ${told} (the paper: 0 and 1).`]
}

/** What is known of the model, and which answers it could not be held to. */
function modelNotices({ model: { capabilities = {} }, answers = [] }: Conditions): string[] {
  const { prices, notes = [] } = capabilities
  const free = answers.flatMap(({ benchmark, runtime, enforcement }) => {
    if (enforcement.enforced) return []
    const [first] = enforcement.reasons
    const reason = first === undefined ? '' : `: ${first.path || 'the answer'} ${first.message}`
    return [
      `${runtime} on ${benchmark}: the model is not held to the answer's schema (${enforcement.dialect}${reason}).`,
    ]
  })
  return [...notes, ...(prices ? [`Costs are by the price sheet of ${prices.date}.`] : []), ...free]
}

/** What a runtime with a small model of its own chose by, as the run's conditions name it. */
function compressorNotices({ runtimes, model }: Conditions): string[] {
  return runtimes.flatMap(({ id, options: { causalModel } }) => {
    if (typeof causalModel !== 'string') return []
    const readers = ['reference', 'faulty-reference']
    const reading = readers.includes(model.name) ? ', and the reference reads only whole sentences' : ''
    const method = causalModel.startsWith('gguf:')
      ? []
      : [`It is no language model, so the tests of ${id} say nothing about LLMLingua with one.`]
    const first = `${id} compresses with the small model ${causalModel}${reading}.`
    return [[first, ...method, 'Its compute is in no figure.'].join(' ')]
  })
}

/** The figures of a trace, with costs by the price sheet of the run. */
export function figuresOf(trace: Trace, { model }: Conditions): EpisodeFigures | undefined {
  return computeFigures(trace, { prices: model.capabilities?.prices })
}
