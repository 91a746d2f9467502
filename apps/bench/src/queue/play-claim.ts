import { episodeName, isWhole, runStored, SpendingLimitReached, Stopped } from '@skill-state/eval'
import {
  type Append,
  type Claim,
  type Database,
  EpisodeTaken,
  type PersistOptions,
  persist,
  postgresStore,
  stopSuite,
} from '@skill-state/postgres'
import { tokenizer } from '../registry.ts'
import { stopText } from './stop-reason.ts'
import type { FindPlayable } from './suite-plans.ts'

export interface PlayOptions extends PersistOptions {
  readonly find: FindPlayable
  readonly append: Append
  /** Ends the episode between two steps; it goes on elsewhere. */
  readonly stop: AbortSignal
  /** Ends it at once. */
  readonly signal: AbortSignal
}

/** What became of a claim. */
export type Played = 'ended' | 'given-back' | 'lost'

/**
 * Plays the episode of a claim from where its record ends, and settles the claim. Rejects where this worker cannot play
 * on at all; then the claim is given back.
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
    await claim.giveBack().catch(() => {}) // then it is given out again when this worker is silent
    if (error instanceof Stopped || options.signal.aborted) return 'given-back'
    throw error
  }
}

async function play(database: Database, claim: Claim, options: PlayOptions): Promise<void> {
  const { find, append, stop, signal, onChange } = options
  const found = await find(claim.job)
  if (found === undefined) return
  const { episode, run, budget, spending } = found
  const store = postgresStore(database, run, { append, claim: claim.since, signal, onChange })
  await store.hold(episodeName(episode))
  const recorded = await store.read(episodeName(episode))
  const { retryErrors } = claim.job
  if (isWhole(recorded, episode, { retryErrors, place: `${store.place} ${claim.job.file}` })) return
  if (stop.aborted) throw new Stopped()
  await runStored(store, episode, recorded, { budget, tokenizer, stop, signal, spending })
}
