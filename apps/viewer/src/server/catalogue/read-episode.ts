import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { computeFigures, type EpisodeFigures, parseTrace, type Trace } from '@skill-state/eval'
import type { PriceSheet } from '@skill-state/protocol'
import type { EpisodeRow } from '../../manifest/manifest.ts'

/** What the manifest takes from one trace. */
export interface EpisodeEntry {
  readonly row: EpisodeRow
  /** Mean prompt size by step, in Unicode code points. */
  readonly stepPromptChars: readonly (number | undefined)[]
}

/** Where a trace lies, and what its costs are computed by. */
export interface EpisodePlace {
  readonly run: string
  readonly folder: string
  /** From the folder: a regular file. */
  readonly file: string
  readonly bytes: number
  readonly prices: PriceSheet | undefined
}

/** Reads one trace. One that is damaged, or has no complete line yet, is a row too, so that a person learns of it. */
export function readEpisode({ run, folder, file, bytes, prices }: EpisodePlace): EpisodeEntry {
  const place = { run, file, bytes }
  try {
    const path = join(folder, file)
    const read = parseTrace(path, readFileSync(path, 'utf8').split('\n').slice(0, -1))
    if (read === undefined) return unread(place, { status: 'unfinished' })
    const figures = figuresSoFar(read, prices)
    return { row: { ...place, ...rowOf(read, figures) }, stepPromptChars: figures.stepPromptChars }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const reason = message.replaceAll(join(folder, sep), '') // the row names the run
    return unread(place, { status: 'unreadable', reason })
  }
}

function unread(
  place: Pick<EpisodeRow, 'run' | 'file' | 'bytes'>,
  status: Pick<EpisodeRow, 'status' | 'reason'>,
): EpisodeEntry {
  return { row: { ...place, ...nameless(place.file), ...status }, stepPromptChars: [] }
}

type Figures = Omit<EpisodeRow, 'run' | 'file' | 'bytes'>

function rowOf({ episode, calls, end }: Trace, figures: EpisodeFigures): Figures {
  const sizes = calls.map(({ promptChars }) => promptChars)
  return {
    ...statusOf(end),
    benchmark: episode.benchmark,
    task: episode.task,
    ...(episode.variant !== undefined && { variant: episode.variant }),
    seed: episode.seed,
    ...(episode.horizon !== undefined && { horizon: episode.horizon }),
    runtime: episode.runtime,
    model: episode.model,
    ...(figures.score !== undefined && { score: figures.score }),
    steps: figures.steps,
    calls: figures.calls,
    refusals: figures.refusals,
    fallbacks: figures.fallbacks,
    ...(figures.meanPromptChars !== undefined && { meanPromptChars: figures.meanPromptChars }),
    ...(sizes.length > 0 && { maxPromptChars: sizes.reduce((most, size) => Math.max(most, size)) }),
    ...(figures.totalTokens !== undefined && { tokens: figures.totalTokens }),
    ...(figures.cost !== undefined && { cost: figures.cost }),
    ...(figures.environment && { environment: figures.environment }),
  }
}

function statusOf(end: Trace['end']): Pick<EpisodeRow, 'status' | 'reason'> {
  if (end === undefined) return { status: 'unfinished' }
  switch (end.status) {
    case 'truncated':
      return { status: 'truncated', reason: `limit of ${end.limit}` }
    case 'failed':
      return { status: 'failed', reason: `${end.error.code}: ${end.error.message}` }
    default:
      return { status: end.status }
  }
}

/** The figures of an episode under way are those that it would have if it failed now: all but the score. */
function figuresSoFar(trace: Trace, prices: PriceSheet | undefined): EpisodeFigures {
  const end = trace.end ?? { kind: 'end', status: 'failed', error: { code: '', message: '' } }
  const figures = computeFigures({ ...trace, end }, { prices })
  if (figures === undefined) throw new RangeError(`${trace.file}: an episode that ended has figures`)
  return figures
}

/** The names in the path, where the trace itself does not tell: see the trace format. */
function nameless(
  file: string,
): Pick<
  EpisodeRow,
  'benchmark' | 'task' | 'runtime' | 'model' | 'steps' | 'calls' | 'refusals' | 'fallbacks'
> {
  const [, benchmark = '', name = ''] = file.split('/')
  const [task = '', runtime = '', model = ''] = name.replace(/\.jsonl$/, '').split('~')
  return {
    benchmark: decoded(benchmark),
    task: decoded(task),
    runtime: decoded(runtime),
    model: decoded(model),
    steps: 0,
    calls: 0,
    refusals: 0,
    fallbacks: 0,
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
