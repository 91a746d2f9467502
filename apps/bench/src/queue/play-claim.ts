import {
  episodeName,
  isWhole,
  type OutageWatch,
  ProviderOutage,
  runStored,
  SpendingLimitReached,
  Stopped,
  type StoredOptions,
} from '@skill-state/eval'
import {
  type Append,
  type Claim,
  type Database,
  EpisodeTaken,
  type PersistOptions,
  persist,
  postgresStore,
  stopSuite,
  tellTrouble,
} from '@skill-state/postgres'
import { tokenizer } from '../registry.ts'
import { stopText } from './stop-reason.ts'
import type { FindPlayable } from './suite-plans.ts'

export interface PlayOptions extends PersistOptions {
  readonly find: FindPlayable
  readonly append: Append
  /** The watch of a run, by its id, over whether its model's provider answers this worker. */
  readonly watchOf: (run: number) => OutageWatch
  /** Ends the episode between two steps; it goes on elsewhere. */
  readonly stop: AbortSignal
  /** Ends it at once. */
  readonly signal: AbortSignal
}

/** What became of a claim. */
export type Played = 'ended' | 'given-back' | 'lost'

/**
 * Plays the episode of a claim from where its record ends, and settles the claim. Rejects where this worker cannot play
 * on at all, with `ProviderOutage` where a provider does not answer it; then the claim is given back.
 */
export async function playClaim(database: Database, claim: Claim, options: PlayOptions): Promise<Played> {
  try {
    await play(database, claim, options)
    await claim.done()
    return 'ended'
  } catch (error) {
    if (error instanceof EpisodeTaken) {
      claim.forget()
      return 'lost'
    }
    if (error instanceof SpendingLimitReached) {
      await persist(() => stopSuite(database, claim.job.suite, stopText(error)))
      await claim.done()
      return 'given-back'
    }
    if (error instanceof ProviderOutage) {
      await persist(() => tellTrouble(database, claim.job.suite, error.message), options)
    }
    await claim.giveBack().catch(() => {}) // then it is given out again when this worker is silent
    if (error instanceof Stopped || options.signal.aborted) return 'given-back'
    throw error
  }
}

async function play(database: Database, claim: Claim, options: PlayOptions): Promise<void> {
  const { find, append, watchOf, stop, signal, onChange } = options
  const found = await find(claim.job)
  if (found === undefined) return
  const { episode, run, budget, spending } = found
  const store = postgresStore(database, run, { append, claim: claim.since, signal, onChange })
  const standing = await store.hold(episodeName(episode))
  if (standing === 'removed') return
  const recorded = await store.read(episodeName(episode))
  const place = `${store.place} ${claim.job.file}`
  if (isWhole(recorded, episode, { retryErrors: standing === 'open', place })) return
  if (stop.aborted) throw new Stopped()
  const hearing = hearOutage(watchOf(run.id), signal)
  await runStored(store, episode, recorded, { ...hearing, budget, tokenizer, stop, spending })
}

/** Tells a watch of an episode's calls. Where there is an outage, an episode that fails is left without an end. */
function hearOutage(
  watch: OutageWatch,
  signal: AbortSignal,
): Pick<StoredOptions, 'signal' | 'onCall' | 'onFailure'> {
  const outage = new AbortController()
  return {
    signal: AbortSignal.any([signal, outage.signal]),
    onCall: ({ replayed }) => {
      if (replayed === undefined) watch.answered()
    },
    onFailure: (error) => {
      watch.failed(error)
      if (watch.outage !== undefined) outage.abort(watch.outage)
    },
  }
}
