import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { computeFigures, type EpisodeFigures, parseTrace, type Trace } from '@skill-state/eval'
import { type PriceSheet, reasonOf } from '@skill-state/protocol'
import { decoded } from '../../manifest/decoded.ts'
import type { EpisodeRow } from '../../manifest/manifest.ts'

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
  /** Returns the same text for equal texts: each trace is parsed into texts of its own. */
  readonly share: (text: string) => string
}

/** Reads one trace. One that is damaged, or has no complete line yet, is a row too, so that a person learns of it. */
export function readEpisode({ run, folder, file, bytes, prices, share }: EpisodePlace): EpisodeEntry {
  const place = { run, file, bytes }
  try {
    const path = join(folder, file)
    const read = parseTrace(path, readFileSync(path, 'utf8').split('\n').slice(0, -1))
    if (read === undefined) return unread(place, { status: 'unfinished' })
    const figures = figuresSoFar(read, prices)
    return { row: rowOf(place, read, figures, share), stepPromptChars: figures.stepPromptChars }
  } catch (error) {
    const message = reasonOf(error)
    const reason = message.replaceAll(join(folder, sep), '') // the row names the run
    return unread(place, { status: 'unreadable', reason })
  }
}

type Place = Pick<EpisodeRow, 'run' | 'file' | 'bytes'>

function unread(place: Place, status: Pick<EpisodeRow, 'status' | 'reason'>): EpisodeEntry {
  return { row: { ...place, ...nameless(place.file), ...status }, stepPromptChars: [] }
}

/** Without spreads, which take a second object: a hundred thousand rows are kept. */
function rowOf(
  { run, file, bytes }: Place,
  { episode, calls, end }: Trace,
  figures: EpisodeFigures,
  share: (text: string) => string,
): EpisodeRow {
  const sizes = calls.map(({ promptChars }) => promptChars)
  const { status, reason } = statusOf(end)
  return {
    run,
    file,
    bytes,
    status,
    reason,
    benchmark: share(episode.benchmark),
    task: episode.task,
    variant: episode.variant === undefined ? undefined : share(episode.variant),
    seed: episode.seed,
    horizon: episode.horizon,
    runtime: share(episode.runtime),
    model: share(episode.model),
    score: figures.score,
    steps: figures.steps,
    calls: figures.calls,
    rejections: figures.rejections,
    fallbacks: figures.fallbacks,
    meanPromptChars: figures.meanPromptChars,
    maxPromptChars: sizes.length > 0 ? sizes.reduce((most, size) => Math.max(most, size)) : undefined,
    tokens: figures.totalTokens,
    cost: figures.cost,
    environment: figures.environment,
  }
}

function statusOf(end: Trace['end']): Pick<EpisodeRow, 'status' | 'reason'> {
  if (end === undefined) return { status: 'unfinished' }
  switch (end.status) {
    case 'truncated':
      return { status: 'truncated', reason: `limit of ${end.limit}` }
    case 'failed':
      return { status: 'failed', reason: `${end.error.code}: ${end.error.message}` }
    case 'terminated':
      return { status: 'terminated' }
  }
}

/** The figures of an episode under way are those that it would have if it failed now: all but the score. */
function figuresSoFar(trace: Trace, prices: PriceSheet | undefined): EpisodeFigures {
  const end = trace.end ?? { kind: 'end', status: 'failed', error: { code: '', message: '' } }
  const figures = computeFigures({ ...trace, end }, { prices })
  if (figures === undefined) throw new RangeError(`${trace.file}: an episode that ended has figures`)
  return figures
}

/** The figures of what cannot be read. */
export const NO_FIGURES = { steps: 0, calls: 0, rejections: 0, fallbacks: 0 } as const

/** The names from the path, for a trace that does not say them: see the trace format. */
function nameless(
  file: string,
): Pick<EpisodeRow, 'benchmark' | 'task' | 'runtime' | 'model' | keyof typeof NO_FIGURES> {
  const [, benchmark = '', name = ''] = file.split('/')
  const [task = '', runtime = '', model = ''] = name.replace(/\.jsonl$/, '').split('~')
  return {
    benchmark: decoded(benchmark),
    task: decoded(task),
    runtime: decoded(runtime),
    model: decoded(model),
    ...NO_FIGURES,
  }
}
