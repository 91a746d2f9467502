import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { SkillStateError, type Tokenizer } from '@skill-state/protocol'
import pMap from 'p-map'
import { putAside } from './aside.ts'
import type { Budget } from './budget.ts'
import { NotRecorded } from './not-recorded.ts'
import { CannotResume } from './resume/cannot-resume.ts'
import { type Episode, type EpisodeOptions, runEpisode } from './run-episode.ts'
import { isRunFolder, type RunFolder, readTraceOf, tracePath } from './run-folder.ts'
import { type Spending, SpendingLimitReached } from './spending.ts'
import { Stopped } from './stopped.ts'
import type { CallLine, EpisodeEnd } from './trace.ts'
import {
  continueTraceFile,
  createTraceFile,
  readTrace,
  type Trace,
  type TraceFile,
  writeTrace,
} from './trace-file.ts'

/**
 * What a listener hears of a suite. An ended episode was `played`, or `recorded` whole in the folder already, or `copied`
 * from another run. A call is told once it is paid for and on record; those on record before are not.
 */
export type SuiteEvent =
  | { readonly kind: 'episode-started'; readonly episode: Episode }
  | { readonly kind: 'call-ended'; readonly episode: Episode; readonly call: CallLine }
  | {
      readonly kind: 'episode-ended'
      readonly episode: Episode
      readonly end: EpisodeEnd
      readonly how: 'played' | 'recorded' | 'copied'
    }

export interface SuiteOptions {
  /** Episodes under way at once. */
  readonly concurrency: number
  readonly budget?: Budget
  readonly tokenizer?: Tokenizer
  readonly signal?: AbortSignal
  /** Runs episodes that are recorded as failed again. Default false. */
  readonly retryErrors?: boolean
  /** Ends the run once the steps under way have ended. */
  readonly stop?: AbortSignal | undefined
  /** Limits of the whole run. */
  readonly spending?: Spending | undefined
  /** The file of a whole trace with the episode's id in another run, which is copied instead of playing it again. */
  readonly findCopy?: (episode: Episode) => string | undefined
  readonly onEvent?: (event: SuiteEvent) => void
}

/**
 * Runs the episodes that the folder does not hold whole yet. One that was cut off goes on after its last recorded step,
 * without a call that was paid for being sent again; where it does not come out as recorded, its trace is put aside and
 * it starts anew. A failed one does not stop the others and stays as it is, unless failed ones are to be retried: then it
 * goes on after its last step too.
 *
 * Throws what `signal` was aborted with, `Stopped` where `stop` is aborted once the episodes under way have ended their
 * steps, and `SpendingLimitReached`; each leaves a folder that goes on from there. Throws `NotRecorded` where a trace
 * cannot be written, and `invalid-run` where the folder holds another episode under the name of one.
 */
export async function runSuite(
  folder: RunFolder,
  episodes: readonly Episode[],
  { concurrency, onEvent, findCopy, retryErrors = false, ...options }: SuiteOptions,
): Promise<void> {
  const { stop } = options
  const broken = new AbortController()
  const signal = AbortSignal.any([broken.signal, ...(options.signal ? [options.signal] : [])])
  let cutOff: unknown
  const run = async (episode: Episode): Promise<void> => {
    signal.throwIfAborted()
    if (cutOff !== undefined) return
    if (stop?.aborted) throw new Stopped()
    if (!isRunFolder(folder)) throw new NotRecorded(folder.path, 'it was removed')
    const file = traceFileOf(folder, episode)
    const recorded = existsSync(file) ? readTraceOf(folder, file) : undefined
    if (recorded?.end !== undefined && !(retryErrors && recorded.end.status === 'failed')) {
      requireSame(file, recorded, episode)
      onEvent?.({ kind: 'episode-ended', episode, end: recorded.end, how: 'recorded' })
      return
    }
    const copied = recorded === undefined ? copyInto(folder, file, episode, findCopy?.(episode)) : undefined
    if (copied !== undefined) {
      onEvent?.({ kind: 'episode-ended', episode, end: copied, how: 'copied' })
      return
    }
    onEvent?.({ kind: 'episode-started', episode })
    const onCall = (call: CallLine): void => onEvent?.({ kind: 'call-ended', episode, call })
    const end = await runInto(file, episode, { ...options, signal, onCall, recorded })
    onEvent?.({ kind: 'episode-ended', episode, end, how: 'played' })
  }
  await pMap(
    episodes,
    (episode) =>
      run(episode).catch((error: unknown) => {
        if (error instanceof SpendingLimitReached || error instanceof Stopped) cutOff ??= error
        else {
          broken.abort(error) // the others must not go on where nobody waits for them
          throw error
        }
      }),
    { concurrency },
  )
  if (cutOff !== undefined) throw cutOff
}

function traceFileOf(folder: RunFolder, { benchmark, task, runtime, model }: Episode): string {
  return tracePath(folder, {
    benchmark: benchmark.id,
    task: task.id,
    runtime: runtime.id,
    model: model.id,
  })
}

/** Traces without an id are older than ids. */
function requireSame(file: string, { episode: recorded }: Trace, { id }: Episode): void {
  if (id === undefined || recorded.id === undefined || id === recorded.id) return
  throw new SkillStateError(
    'invalid-run',
    `${file} holds another episode: its id is not that of task ${recorded.task} as it is now; choose a new folder with --out, or remove this one`,
  )
}

/** How a copied episode ended; undefined where there is nothing to copy. A failed one is no result to repeat. */
function copyInto(
  { path }: RunFolder,
  file: string,
  { id }: Episode,
  original: string | undefined,
): EpisodeEnd | undefined {
  const trace = original === undefined || id === undefined ? undefined : readTrace(original)
  if (trace?.end === undefined || trace.end.status === 'failed' || trace.episode.id !== id) return undefined
  const copiedFrom = trace.episode.copiedFrom ?? relative(path, trace.file)
  writeTrace(file, { ...trace, episode: { ...trace.episode, copiedFrom } })
  return trace.end
}

interface RunOptions extends EpisodeOptions {
  readonly recorded: Trace | undefined
  readonly onCall: (call: CallLine) => void
}

/** Runs an episode into its file: from where the record ends, or where that fails, from the beginning. */
async function runInto(
  file: string,
  episode: Episode,
  { recorded, ...options }: RunOptions,
): Promise<EpisodeEnd> {
  const sound = recorded === undefined ? undefined : upToLastStep(file, recorded)
  if (sound !== undefined) {
    try {
      return await runWith(continueTraceFile(file), episode, { ...options, resume: sound })
    } catch (error) {
      if (!(error instanceof CannotResume)) throw error
      putAside(file)
    }
  }
  return await runWith(createTraceFile(file), episode, options)
}

/**
 * What an episode goes on from. One that failed goes on after its last step: the calls of the step in which it failed
 * are put aside with the whole trace, for they would let it fail again.
 */
function upToLastStep(file: string, trace: Trace): Trace {
  if (trace.end === undefined) return trace
  const { end: _, ...cut } = trace
  const steps = trace.steps.length
  const kept = { ...cut, calls: trace.calls.filter(({ step }) => step < steps), attempts: trace.attempts }
  putAside(file)
  writeTrace(file, kept)
  return kept
}

async function runWith(
  trace: TraceFile,
  episode: Episode,
  { onCall, ...options }: Omit<RunOptions, 'recorded'>,
): Promise<EpisodeEnd> {
  try {
    return await runEpisode(episode, {
      ...options,
      record: (line) => {
        trace.record(line)
        if (line.kind === 'call') onCall(line)
      },
    })
  } finally {
    trace.close()
  }
}
