import { episodeName, isWhole, type OutageWatch, ProviderOutage, runStored, Stopped } from '@skill-state/eval'
import type { Tokenizer } from '@skill-state/protocol'
import { LimitReached } from '@skill-state/protocol/meter'
import type { Append } from '../database/appender.ts'
import type { Database } from '../database/database.ts'
import { type PersistOptions, persist } from '../database/persist.ts'
import { stopText } from '../fleet/stop-reason.ts'
import type { Claim } from '../queue/queue.ts'
import { stopSuite, tellTrouble } from '../queue/suites.ts'
import { EpisodeTaken } from '../traces/episode-taken.ts'
import { postgresTraces } from '../traces/postgres-traces.ts'
import type { Run } from '../traces/runs.ts'
import type { SetAside } from './set-aside.ts'
import type { FindPlayable } from './suite-plans.ts'

export interface PlayOptions extends PersistOptions {
  readonly find: FindPlayable
  readonly tokenizer: Tokenizer
  readonly append: Append
  /** The runs whose model's provider does not answer this worker. */
  readonly aside: SetAside
  /** Hears in one line that a run is set aside. */
  readonly onLine: (line: string) => void
  /** Aborted if the suite is paused or cancelled. */
  readonly held: (suite: string) => AbortSignal
  /** Ends the episode between two steps; it continues elsewhere. */
  readonly stop: AbortSignal
  /** Ends it at once. */
  readonly signal: AbortSignal
}

/** What became of a claim. */
export type Played = 'ended' | 'given-back' | 'lost'

/**
 * Plays the episode of a claim from where its record ends, and settles the claim. If the provider does not answer, the
 * run is set aside and the claim given back. Rejects if this worker cannot play on at all; it is given back then too.
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
    if (error instanceof LimitReached) {
      await persist(() => stopSuite(database, claim.job.suite, stopText(error)))
      await claim.done()
      return 'given-back'
    }
    await claim.giveBack().catch(() => {}) // then it is given out again when this worker is silent
    const goesOn = error instanceof Stopped || error instanceof ProviderOutage
    if (goesOn || options.signal.aborted) return 'given-back'
    throw error
  }
}

async function play(database: Database, claim: Claim, options: PlayOptions): Promise<void> {
  const { find, append, aside, signal, onChange, tokenizer } = options
  const found = await find(claim.job)
  if (found === undefined) return
  const { episode, run, limits, spending, paused } = found
  const stop = AbortSignal.any([options.stop, options.held(claim.job.suite)])
  if (paused) {
    aside.rest(run.id)
    throw new Stopped()
  }
  const store = postgresTraces(database, run, { append, claim: claim.since, signal, onChange })
  const standing = await store.hold(episodeName(episode))
  if (standing === 'removed') return
  const recorded = await store.read(episodeName(episode))
  const place = `${store.place} ${claim.job.file}`
  if (isWhole(recorded, episode, { retryErrors: standing === 'open', place })) return
  if (stop.aborted || aside.runs().includes(run.id)) throw new Stopped()
  const watch = aside.watchOf(run.id)
  try {
    const hearing = hearOutage(watch, signal)
    await runStored(store, episode, recorded, { ...hearing, limits, tokenizer, stop, spending })
  } catch (error) {
    if (error instanceof ProviderOutage) await tellOutage(database, claim, { run, watch, error }, options)
    throw error
  }
}

/** Pauses the run, and reports that here and to the collecting command. */
async function tellOutage(
  database: Database,
  { job }: Claim,
  { run, watch, error }: { readonly run: Run; readonly watch: OutageWatch; readonly error: ProviderOutage },
  options: PlayOptions,
): Promise<void> {
  const pause = options.aside.add(run.id, watch)
  if (pause === undefined) return // another episode of it has done so
  options.onLine(`sets ${run.name} aside for ${pause / 1000} s: ${error.message}`)
  await persist(() => tellTrouble(database, job.suite, error.message), options)
}

/** Tells a watch of an episode's calls. If there is an outage, an episode that fails is left without an end. */
function hearOutage(
  watch: OutageWatch,
  signal: AbortSignal,
): Pick<Parameters<typeof runStored>[3], 'signal' | 'onCall' | 'onFailure'> {
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
