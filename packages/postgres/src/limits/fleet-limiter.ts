import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { notCounted } from '../database/failures.ts'
import { persist } from '../database/persist.ts'

/**
 * How an attempt went: `limited` is the provider's "too many requests" for the key, `overloaded` that it has too many of
 * everybody.
 */
type Outcome = 'answered' | 'limited' | 'overloaded' | 'failed'

/** What a call asks for. */
interface FleetPlace {
  /** What the attempt is expected to use, prompt and reply together. Default: 0. */
  readonly tokens?: number
  /**
   * Most tokens that all calls of the key may use in a minute. Holds for this call, and for those that come while it
   * waits or is under way.
   */
  readonly tokensPerMinute?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Lets a limited number of calls of one key run at once, and use a limited number of tokens, on all workers together. */
export interface FleetLimiter {
  /**
   * Resolves when there is a place; of one worker in the order in which calls came. The function gives it back, and says
   * how many tokens were used: by default none if the call was rejected, else what was expected. Rejects with the
   * signal's reason when it is aborted.
   */
  acquire(place?: FleetPlace): Promise<(outcome: Outcome, tokens?: number) => void>
  /** What this worker knows: its own calls, and the fleet's limits when it last asked. */
  snapshot(): {
    readonly limit: number
    /** Absent if no limit is known or named. */
    readonly tokensPerMinute?: number | undefined
    readonly inFlight: number
    readonly waiting: number
    readonly limited: number
  }
}

export interface FleetLimiterOptions {
  /** Names the key, not by itself. */
  readonly key: string
  /** Of this process: see `keepAlive`. The places of a worker that has fallen silent are free. */
  readonly worker: string
}

/** How long a worker whose next call waits lets pass before it asks again, unless one of its own calls ends. */
const WAIT_MS = 100

/** How long an answered call is kept, for the next one to go with it, while none waits here. */
const LINGER_MS = 20

/** Most calls that one statement asks for. */
const MOST = 100

/** A call that has not begun. */
interface Waiting extends Omit<PromiseWithResolvers<void>, 'promise'> {
  readonly id: string
  readonly tokens: number
  readonly tokensPerMinute: number | undefined
}

/** A call that has ended. */
interface Ended {
  readonly id: string
  readonly outcome: Outcome
  readonly used: number
}

/**
 * The limits of `rateLimiter` of `@skill-state/models`, found in the same way, and kept in the database. One statement
 * at a time gives back what has ended in this worker and asks for what waits: calls that end and begin together share it.
 * Of those that wait in one worker only the first is on record, and room is kept for it before those that came later
 * elsewhere.
 */
export function fleetLimiter(database: Database, { key, worker }: FleetLimiterOptions): FleetLimiter {
  const waiting = new Set<Waiting>()
  let ended: Ended[] = []
  let inFlight = 0
  let limited = 0
  let limits: Limits = { limit: Infinity }
  let isBusy = false
  let wake = new AbortController()

  /** True if something began or was given back. */
  async function exchange(): Promise<boolean> {
    const given = ended
    const asked = [...waiting].slice(0, MOST)
    ended = []
    try {
      const answer = await persist(() => ask(database, { key, worker, given, asked }))
      limits = answer.limits
      for (const call of asked.slice(0, answer.taken)) {
        if (!waiting.delete(call)) continue // aborted meanwhile, and given back
        inFlight += 1
        call.resolve()
      }
      return answer.taken > 0 || given.length > 0
    } catch (error) {
      for (const call of asked) fail(call, notCounted(database.place, error))
      return true // what was to be given back is free when this worker ends
    }
  }

  function fail(call: Waiting, error: unknown): void {
    waiting.delete(call)
    call.reject(error)
  }

  async function pause(milliseconds: number): Promise<void> {
    wake = new AbortController()
    await sleep(milliseconds, undefined, { signal: wake.signal }).catch(() => {})
  }

  async function work(): Promise<void> {
    while (waiting.size > 0 || ended.length > 0) {
      if (waiting.size === 0 && ended.every(({ outcome }) => outcome === 'answered')) await pause(LINGER_MS)
      await nextTurn() // calls that end in the same turn, and those that follow them, go together
      const isMoving = await exchange()
      if (!isMoving && ended.length === 0) await pause(WAIT_MS)
    }
    isBusy = false
  }

  const start = (): void => {
    if (isBusy) return
    isBusy = true
    void work()
  }
  const giveBack = (id: string, outcome: Outcome, used: number): void => {
    ended.push({ id, outcome, used })
    if (waiting.size > 0 || outcome !== 'answered') wake.abort()
    start()
  }
  const release = (id: string, expected: number): ((outcome: Outcome, tokens?: number) => void) => {
    let released = false
    return (outcome, tokens) => {
      if (released) return
      released = true
      inFlight -= 1
      const isRejection = outcome === 'limited' || outcome === 'overloaded'
      if (isRejection) limited += 1
      giveBack(id, outcome, whole(tokens ?? (isRejection ? 0 : expected)))
    }
  }

  return {
    async acquire({ tokens = 0, tokensPerMinute, signal } = {}) {
      signal?.throwIfAborted()
      const id = randomUUID()
      const expected = whole(tokens)
      const { promise, ...settle } = Promise.withResolvers<void>()
      const call: Waiting = { id, tokens: expected, tokensPerMinute, ...settle }
      const abort = (): void => {
        fail(call, signal?.reason)
        giveBack(id, 'failed', 0)
      }
      signal?.addEventListener('abort', abort, { once: true })
      if (waiting.size === 0) wake.abort()
      waiting.add(call)
      start()
      await promise.finally(() => signal?.removeEventListener('abort', abort))
      return release(id, expected)
    },
    snapshot: () => ({ ...limits, inFlight, waiting: waiting.size, limited }),
  }
}

interface Limits {
  readonly limit: number
  readonly tokensPerMinute?: number | undefined
}

interface Exchange extends FleetLimiterOptions {
  readonly given: readonly Ended[]
  readonly asked: readonly Waiting[]
}

async function ask(
  { pool }: Database,
  { key, worker, given, asked }: Exchange,
): Promise<{ readonly limits: Limits; readonly taken: number }> {
  const { rows } = await pool.query<{ room: number; per_minute: number | null; taken: number }>({
    name: 'skill-state-exchange-places',
    text: 'select room, per_minute, taken from skill_state.exchange_places($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [
      key,
      worker,
      given.map(({ id }) => id),
      given.map(({ outcome }) => outcome),
      given.map(({ used }) => used),
      asked.map(({ id }) => id),
      asked.map(({ tokens }) => tokens),
      asked.map(({ tokensPerMinute = null }) => tokensPerMinute),
    ],
  })
  const { room = Infinity, per_minute: most = null, taken = 0 } = rows[0] ?? {}
  const tokensPerMinute = most === null ? undefined : Math.floor(most)
  return { limits: { limit: Math.floor(room), tokensPerMinute }, taken }
}

const whole = (tokens: number): number => (Number.isFinite(tokens) ? Math.ceil(Math.max(0, tokens)) : 0)
