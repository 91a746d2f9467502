import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { notCounted } from '../database/failures.ts'
import { persist } from '../database/persist.ts'
import { createTurns } from './fleet-limiter-turns.ts'

/**
 * How an attempt went: `limited` is the provider's "too many requests" for the key, `overloaded` that it has too many of
 * everybody.
 */
type Outcome = 'answered' | 'limited' | 'overloaded' | 'failed'

/** What a call asks for. */
export interface FleetPlace {
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
   * how many tokens were used: by default none if the call was refused, else what was expected. Rejects with the
   * signal's reason when it is aborted.
   */
  acquire(place?: FleetPlace): Promise<(outcome: Outcome, tokens?: number) => void>
  /** What this worker knows: its own calls, and the fleet's limits when it last asked. */
  snapshot(): {
    readonly limit: number
    /** Absent if no limit is known or named. */
    readonly tokensPerMinute?: number
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

/** How long a worker whose next call waits lets pass before it asks again. */
const WAIT_MS = 100

/**
 * The limits of `createLimiter` of `@skill-state/models`, found in the same way, and kept in the database. A call asks
 * with one statement, and gives its place back with one. Of the calls that wait in one worker only the first asks, and
 * room is kept for it before those that came later elsewhere.
 */
export function fleetLimiter(database: Database, { key, worker }: FleetLimiterOptions): FleetLimiter {
  const own = { inFlight: 0, waiting: 0, limited: 0 }
  const turns = createTurns()
  const ending = new Set<Promise<void>>()
  let limits: Limits = { limit: Infinity }

  const release = (id: string, expected: number): ((outcome: Outcome, tokens?: number) => void) => {
    let released = false
    return (outcome, tokens) => {
      if (released) return
      released = true
      own.inFlight -= 1
      const isRefusal = outcome === 'limited' || outcome === 'overloaded'
      if (isRefusal) own.limited += 1
      const used = whole(tokens ?? (isRefusal ? 0 : expected))
      const given = persist(() => giveBack(database, key, { id, outcome, used }))
        .catch(() => {}) // free when this worker ends
        .finally(() => ending.delete(given))
      ending.add(given)
    }
  }

  async function take(request: Request, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      signal?.throwIfAborted()
      // What has just ended here is to be known there first: else a call could wait for a place that is free.
      if (ending.size > 0) await Promise.race([Promise.all(ending), pause(signal)])
      const { taken, ...known } = await persist(() => askFor(database, request), { signal }).catch(
        (error: unknown) => {
          throw notCounted(database.place, error)
        },
      )
      limits = known
      if (taken) return
      await pause(signal)
    }
  }

  return {
    async acquire({ tokens = 0, tokensPerMinute, signal } = {}) {
      const expected = whole(tokens)
      const id = randomUUID()
      own.waiting += 1
      try {
        const done = await turns.next(signal)
        try {
          await take({ id, key, worker, tokens: expected, tokensPerMinute }, signal)
        } catch (error) {
          void leave(database, id).catch(() => {}) // a caller that does not ask again loses its place
          throw error
        } finally {
          done()
        }
      } finally {
        own.waiting -= 1
      }
      own.inFlight += 1
      return release(id, expected)
    },
    snapshot: () => ({ ...limits, ...own }),
  }
}

/** Ends early where the signal is aborted. */
function pause(signal: AbortSignal | undefined): Promise<void> {
  return sleep(WAIT_MS, undefined, signal && { signal }).catch(() => {})
}

interface Limits {
  readonly limit: number
  readonly tokensPerMinute?: number
}

interface Request extends FleetLimiterOptions {
  readonly id: string
  readonly tokens: number
  readonly tokensPerMinute: number | undefined
}

async function askFor(
  { pool }: Database,
  { key, id, worker, tokens, tokensPerMinute }: Request,
): Promise<Limits & { readonly taken: boolean }> {
  const { rows } = await pool.query<{ room: number; per_minute: number | null; taken: boolean }>(
    'select room, per_minute, taken from skill_state.take_place($1, $2, $3, $4, $5)',
    [key, id, worker, tokens, tokensPerMinute],
  )
  const { room = Infinity, per_minute: most = null, taken = false } = rows[0] ?? {}
  return { limit: Math.floor(room), taken, ...(most !== null && { tokensPerMinute: Math.floor(most) }) }
}

async function giveBack(
  { pool }: Database,
  key: string,
  { id, outcome, used }: { readonly id: string; readonly outcome: Outcome; readonly used: number },
): Promise<void> {
  await pool.query('select skill_state.give_place($1, $2, $3, $4)', [key, id, outcome, used])
}

async function leave({ pool }: Database, id: string): Promise<void> {
  await pool.query('delete from skill_state.places where id = $1 and begun is null', [id])
}

function whole(tokens: number): number {
  return Number.isFinite(tokens) ? Math.ceil(Math.max(0, tokens)) : 0
}
