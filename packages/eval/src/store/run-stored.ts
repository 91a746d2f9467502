import { invalidRun } from '@skill-state/protocol'
import { type Episode, type EpisodeOptions, runEpisode } from '../episode/run-episode.ts'
import { CannotResume } from '../trace/cut-off.ts'
import type { CallLine, EpisodeEnd } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'
import { type EpisodeName, episodeName, type TraceStore, type TraceWriter } from './store.ts'

export interface StoredOptions extends Omit<EpisodeOptions, 'record' | 'flush' | 'resume'> {
  /** Hears of each call that is paid for, once it is handed to the record. */
  readonly onCall?: (call: CallLine) => void
}

/**
 * Runs an episode into a store: from where its record ends, or if it does not come out as recorded, from the
 * beginning, with the record put aside. Of one that is recorded as failed, the calls of the step in which it failed are
 * put aside with the whole trace, for they would let it fail again. Rejects as `runEpisode` does.
 */
export async function runStored(
  store: TraceStore,
  episode: Episode,
  recorded: Trace | undefined,
  options: StoredOptions,
): Promise<EpisodeEnd> {
  const name = episodeName(episode)
  const sound = recorded === undefined ? undefined : await upToLastStep(store, name, recorded)
  if (sound !== undefined) {
    try {
      return await runWith(await store.resume(name), episode, { ...options, resume: sound })
    } catch (error) {
      if (!(error instanceof CannotResume)) throw error
      await store.putAside(name)
    }
  }
  return await runWith(await store.create(name), episode, options)
}

/** Whether nothing is left to be run. Retrying replies of the model until they do would be a choice of results: only other failures are. Throws `invalid-run` if the trace under an episode's name is another's. */
export function isWhole(
  recorded: Trace | undefined,
  { id }: Episode,
  { retryErrors, place }: { readonly retryErrors: boolean; readonly place: string },
): recorded is Trace & { readonly end: EpisodeEnd } {
  if (recorded?.end === undefined || (retryErrors && recorded.end.outcome === undefined)) return false
  const { id: own, task } = recorded.episode
  if (id === undefined || own === undefined || id === own) return true
  throw invalidRun(
    `${place} holds another episode: its id is not that of task ${task} as it is now; choose a new folder with --out, or remove this one`,
  )
}

async function upToLastStep(store: TraceStore, name: EpisodeName, trace: Trace): Promise<Trace> {
  if (trace.end === undefined) return trace
  const { end: _, ...cut } = trace
  const steps = trace.steps.length
  const kept = { ...cut, calls: trace.calls.filter(({ step }) => step < steps), attempts: trace.attempts }
  await store.putAside(name)
  await store.write(kept)
  return kept
}

async function runWith(
  trace: TraceWriter,
  episode: Episode,
  { onCall, ...options }: StoredOptions & Pick<EpisodeOptions, 'resume'>,
): Promise<EpisodeEnd> {
  try {
    return await runEpisode(episode, {
      ...options,
      flush: trace.flush,
      record: (line, text) => {
        trace.record(line, text)
        if (line.kind === 'call') onCall?.(line)
      },
    })
  } finally {
    trace.close()
  }
}
