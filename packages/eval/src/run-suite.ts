import { relative } from 'node:path'
import type { Tokenizer } from '@skill-state/protocol'
import { LimitReached, type Limits, type Spending } from '@skill-state/protocol/meter'
import pMap from 'p-map'
import type { Episode } from './episode/run-episode.ts'
import { ProviderOutage, watchForOutage } from './provider-outage.ts'
import { fileTraces } from './store/file-traces.ts'
import { isWhole, runStored } from './store/run-stored.ts'
import { episodeName } from './store/store.ts'
import { NotRecorded, Stopped } from './trace/cut-off.ts'
import { isRunFolder, type RunFolder, tracePath } from './trace/run-folder.ts'
import type { CallLine, EpisodeEnd } from './trace/trace.ts'
import { readTrace, writeTrace } from './trace/trace-file.ts'

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
  readonly concurrency: number
  readonly limits?: Limits
  readonly tokenizer?: Tokenizer
  readonly signal?: AbortSignal
  /** Runs episodes that are recorded as failed without an outcome again. Default false. */
  readonly retryErrors?: boolean
  /** Ends the run once the steps under way have ended. */
  readonly stop?: AbortSignal | undefined
  readonly spending?: Spending | undefined
  /** The file of a whole trace with the episode's id in another run, which is copied instead of playing it again. */
  readonly findCopy?: (episode: Episode) => string | undefined
  readonly onEvent?: (event: SuiteEvent) => void
}

/**
 * Runs the episodes that the folder does not hold whole yet. One that was cut off continues after its last recorded step,
 * without a call that was paid for being sent again; if it does not come out as recorded, its trace is put aside and
 * it starts anew. A failed one does not stop the others and stays as it is, unless failed ones are to be retried: then it
 * continues after its last step too.
 *
 * Throws what `signal` was aborted with, `Stopped` if `stop` is aborted once the episodes under way have ended their
 * steps, `LimitReached`, and `ProviderOutage` if the provider fails repeatedly (see `watchForOutage`); each leaves
 * a folder that continues from there. Throws `NotRecorded` if a trace cannot be written, and `invalid-run` if the folder
 * holds another episode under the name of one.
 */
export async function runSuite(
  folder: RunFolder,
  episodes: readonly Episode[],
  { concurrency, onEvent, findCopy, retryErrors = false, ...options }: SuiteOptions,
): Promise<void> {
  const { stop } = options
  const store = fileTraces(folder)
  const broken = new AbortController()
  const signal = AbortSignal.any([broken.signal, ...(options.signal ? [options.signal] : [])])
  const watch = watchForOutage()
  let cutOff: unknown
  const run = async (episode: Episode): Promise<void> => {
    signal.throwIfAborted()
    if (cutOff !== undefined) return
    if (stop?.aborted) throw new Stopped()
    if (!isRunFolder(folder)) throw new NotRecorded(folder.path, 'it was removed')
    const file = tracePath(folder, episodeName(episode))
    const recorded = await store.read(episodeName(episode))
    if (isWhole(recorded, episode, { retryErrors, place: file })) {
      if (recorded.end.status !== 'failed') watch.answeredBefore()
      onEvent?.({ kind: 'episode-ended', episode, end: recorded.end, how: 'recorded' })
      return
    }
    const copied = recorded === undefined ? copyInto(folder, file, episode, findCopy?.(episode)) : undefined
    if (copied !== undefined) {
      onEvent?.({ kind: 'episode-ended', episode, end: copied, how: 'copied' })
      return
    }
    onEvent?.({ kind: 'episode-started', episode })
    const onCall = (call: CallLine): void => {
      if (call.replayed === undefined) watch.answered()
      onEvent?.({ kind: 'call-ended', episode, call })
    }
    const onFailure = (error: unknown): void => watch.failed(error)
    const end = await runStored(store, episode, recorded, { ...options, signal, onCall, onFailure })
    onEvent?.({ kind: 'episode-ended', episode, end, how: 'played' })
    if (watch.outage !== undefined) throw watch.outage
  }
  await pMap(
    episodes,
    (episode) =>
      run(episode).catch((error: unknown) => {
        if (error instanceof LimitReached || error instanceof Stopped) {
          cutOff ??= error
          return
        }
        broken.abort(error) // the others must stop: their results are not awaited
        if (!(error instanceof ProviderOutage)) throw error
        cutOff ??= error
      }),
    { concurrency },
  )
  if (cutOff !== undefined) throw cutOff
}

/** How a copied episode ended; undefined if there is nothing to copy. One without an outcome is no result to repeat. */
function copyInto(
  { path }: RunFolder,
  file: string,
  { id }: Episode,
  original: string | undefined,
): EpisodeEnd | undefined {
  const trace = original === undefined || id === undefined ? undefined : readTrace(original)
  if (trace?.end === undefined || trace.end.outcome === undefined || trace.episode.id !== id) return undefined
  const copiedFrom = trace.episode.copiedFrom ?? relative(path, trace.file)
  writeTrace(file, { ...trace, episode: { ...trace.episode, copiedFrom } })
  return trace.end
}
