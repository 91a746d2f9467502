import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import { notCounted } from './failures.ts'
import { persist } from './persist.ts'

/** How an attempt went: `limited` is the provider's "too many requests". */
type Outcome = 'answered' | 'limited' | 'failed'

/** Lets a limited number of calls of one key run at once, on all workers together. */
export interface FleetLimiter {
  /** Resolves when there is a place. Rejects with the signal's reason when it is aborted. */
  acquire(signal?: AbortSignal): Promise<(outcome: Outcome) => void>
  /** What this worker knows: its own calls, and the fleet's limit when it last asked. */
  snapshot(): {
    readonly limit: number
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

/** How long a call waits before it asks for a place again. */
const WAIT_MS = 100
const FIRST = 8
const MOST = 256

/**
 * One more place for as many answers as there are places, half of them for a "too many requests": only a full house
 * raises the limit, and calls that were under way together lower it once. All of it is kept in the database.
 */
export function fleetLimiter(database: Database, { key, worker }: FleetLimiterOptions): FleetLimiter {
  const own = { limit: FIRST, inFlight: 0, waiting: 0, limited: 0 }
  const release = (id: string): ((outcome: Outcome) => void) => {
    let released = false
    return (outcome) => {
      if (released) return
      released = true
      own.inFlight -= 1
      if (outcome === 'limited') own.limited += 1
      void persist(() => giveBack(database, key, id, outcome)).catch(() => {}) // free when this worker ends
    }
  }
  return {
    async acquire(signal) {
      const id = randomUUID()
      own.waiting += 1
      try {
        for (;;) {
          signal?.throwIfAborted()
          const ask = (): ReturnType<typeof take> => take(database, { key, worker, id })
          const { limit, taken } = await persist(ask, { signal }).catch((error: unknown) => {
            throw notCounted(database.place, error)
          })
          own.limit = limit
          if (taken) break
          await sleep(WAIT_MS, undefined, signal && { signal })
        }
      } finally {
        own.waiting -= 1
      }
      own.inFlight += 1
      return release(id)
    },
    snapshot: () => ({ ...own }),
  }
}

async function take(
  { pool }: Database,
  { key, worker, id }: FleetLimiterOptions & { readonly id: string },
): Promise<{ limit: number; taken: boolean }> {
  const { rows } = await pool.query<{ room: number; taken: boolean }>(
    'select room, taken from skill_state.take_place($1, $2, $3, $4)',
    [key, id, worker, FIRST],
  )
  const { room = FIRST, taken = false } = rows[0] ?? {}
  return { limit: Math.floor(room), taken }
}

async function giveBack({ pool }: Database, key: string, id: string, outcome: Outcome): Promise<void> {
  await pool.query('select skill_state.give_place($1, $2, $3, $4)', [key, id, outcome, MOST])
}
