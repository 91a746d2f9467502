import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Database, inTransaction } from './database.ts'
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

const BUSY = `
  select count(*)::int as busy from skill_state.places p
  join skill_state.workers w on w.id = p.worker and w.seen > clock_timestamp() - interval '30 seconds'
  where p.key = $1`

function take(
  { pool }: Database,
  { key, worker, id }: FleetLimiterOptions & { readonly id: string },
): Promise<{ limit: number; taken: boolean }> {
  return inTransaction(pool, async (client) => {
    const limit = Math.floor(await lock(client, key))
    const { rows } = await client.query<{ busy: number }>(BUSY, [key])
    const taken = (rows[0]?.busy ?? 0) < limit
    if (taken) {
      await client.query(
        'insert into skill_state.places (id, key, worker) values ($1, $2, $3) on conflict do nothing',
        [id, key, worker],
      )
    }
    return { limit, taken }
  })
}

/** The limit of a key, which no other worker changes until the transaction ends. */
async function lock(client: pg.PoolClient, key: string): Promise<number> {
  const { rows } = await client.query<{ places: number }>(
    `insert into skill_state.limiters (key, places) values ($1, $2)
     on conflict (key) do update set places = skill_state.limiters.places returning places`,
    [key, FIRST],
  )
  return rows[0]?.places ?? FIRST
}

const HALVE = `
  update skill_state.limiters set places = greatest(1, places / 2), decreased = clock_timestamp()
  where key = $1 and decreased < $2`

const RAISE = 'update skill_state.limiters set places = least($2, places + 1 / places) where key = $1'

function giveBack({ pool }: Database, key: string, id: string, outcome: Outcome): Promise<void> {
  return inTransaction(pool, async (client) => {
    const limit = Math.floor(await lock(client, key))
    const busy = (await client.query<{ busy: number }>(BUSY, [key])).rows[0]?.busy ?? 0
    const gone = await client.query<{ begun: Date }>(
      'delete from skill_state.places where id = $1 returning begun',
      [id],
    )
    const [place] = gone.rows
    if (place === undefined) return
    if (outcome === 'limited') await client.query(HALVE, [key, place.begun])
    else if (outcome === 'answered' && busy >= limit) await client.query(RAISE, [key, MOST])
  })
}
