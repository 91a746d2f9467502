import { existsSync } from 'node:fs'
import type { Tokenizer } from '@skill-state/protocol'
import pMap from 'p-map'
import { putAside } from './aside.ts'
import type { Budget } from './budget.ts'
import { CannotResume } from './resume/cannot-resume.ts'
import { type Episode, type EpisodeOptions, runEpisode } from './run-episode.ts'
import { type RunFolder, readTraceOf, tracePath } from './run-folder.ts'
import { type Spending, SpendingLimitReached } from './spending.ts'
import { Stopped } from './stopped.ts'
import type { EpisodeEnd } from './trace.ts'
import { continueTraceFile, createTraceFile, type Trace, type TraceFile, writeTrace } from './trace-file.ts'

/** What a listener hears of each episode, in the order in which they end. */
export interface EpisodeEvent {
  readonly episode: Episode
  readonly end: EpisodeEnd
  /** True where the folder held the whole episode already. */
  readonly resumed: boolean
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
  readonly onEpisode?: (event: EpisodeEvent) => void
}

/**
 * Runs the episodes that the folder does not hold whole yet. One that was cut off goes on after its last recorded step,
 * without a call that was paid for being sent again; where it does not come out as recorded, its trace is put aside and
 * it starts anew. A failed one does not stop the others and stays as it is, unless failed ones are to be retried: then it
 * goes on after its last step too.
 *
 * Throws what `signal` was aborted with, `Stopped` where `stop` is aborted once the episodes under way have ended their
 * steps, and `SpendingLimitReached`; each leaves a folder that goes on from there.
 */
export async function runSuite(
  folder: RunFolder,
  episodes: readonly Episode[],
  { concurrency, onEpisode, retryErrors = false, ...options }: SuiteOptions,
): Promise<void> {
  const { signal, stop } = options
  let cutOff: unknown
  const run = async (episode: Episode): Promise<void> => {
    signal?.throwIfAborted()
    if (cutOff !== undefined) return
    if (stop?.aborted) throw new Stopped()
    const file = traceFileOf(folder, episode)
    const recorded = existsSync(file) ? readTraceOf(folder, file) : undefined
    if (recorded?.end !== undefined && !(retryErrors && recorded.end.status === 'failed')) {
      onEpisode?.({ episode, end: recorded.end, resumed: true })
      return
    }
    const end = await runInto(file, episode, { ...options, recorded })
    onEpisode?.({ episode, end, resumed: false })
  }
  await pMap(
    episodes,
    (episode) =>
      run(episode).catch((error: unknown) => {
        if (!(error instanceof SpendingLimitReached || error instanceof Stopped)) throw error
        cutOff ??= error
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

type RunOptions = Omit<SuiteOptions, 'concurrency' | 'onEpisode' | 'retryErrors'>

/** Runs an episode into its file: from where the record ends, or where that fails, from the beginning. */
async function runInto(
  file: string,
  episode: Episode,
  { recorded, ...options }: RunOptions & { recorded: Trace | undefined },
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

async function runWith(trace: TraceFile, episode: Episode, options: EpisodeOptions): Promise<EpisodeEnd> {
  try {
    return await runEpisode(episode, { ...options, record: trace.record })
  } finally {
    trace.close()
  }
}
