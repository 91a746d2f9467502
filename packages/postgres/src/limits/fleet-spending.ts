import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { invalidRun } from '@skill-state/protocol'
import {
  addCharges,
  type Charge,
  type Limits,
  Meter,
  NO_CHARGE,
  type Reservation,
  type Spending,
} from '@skill-state/protocol/meter'
import type { Database } from '../database/database.ts'
import { notCounted } from '../database/failures.ts'
import { type PersistOptions, persist } from '../database/persist.ts'

/** How long a call waits before it looks again whether others have used less than they could. */
const WAIT_MS = 200

/** How long a suite that was found without limits is taken to have none. */
const UNLIMITED_MS = 1_000

/** What workers spend of the limits of a suite. */
interface FleetSpending extends Spending {
  /** Says which limits the suite had when it was planned: without, it is looked for them now and then. */
  begin(limits: Limits): void
}

/**
 * The limits of a suite, shared by all workers: no call starts, on any machine, that could take the suite past one.
 * What a call could use is held back, by one statement, before it is sent, under the limits that the suite has by then. Of
 * a suite without limits it is asked once a second whether it still has none.
 */
export function fleetSpending(
  database: Database,
  suite: string,
  worker: string,
  options: PersistOptions = {},
): FleetSpending {
  let limited = false
  let lookedAt = 0
  let own = NO_CHARGE
  const ask = <T>(work: () => Promise<T>): Promise<T> =>
    persist(work, options).catch((error: unknown) => {
      throw notCounted(database.place, error)
    })
  const look = async (): Promise<void> => {
    if (limited || performance.now() - lookedAt < UNLIMITED_MS) return
    lookedAt = performance.now()
    limited = await ask(() => hasLimits(database, suite))
  }
  return {
    begin(limits) {
      limited = isLimited(limits)
      lookedAt = performance.now()
    },
    get spent() {
      return own
    },
    async reserve(most) {
      await look()
      if (!limited) return UNLIMITED
      const request = { id: randomUUID(), suite, worker, most }
      while (!(await ask(() => reserve(database, request)))) {
        await sleep(WAIT_MS)
        options.signal?.throwIfAborted()
      }
      return {
        settle(used = most) {
          own = addCharges(own, used)
          void persist(() => settle(database, suite, request.id, used), options).catch(() => {}) // then it counts as the most
        },
      }
    },
  }
}

/** Without prices the cost of a call is unknown; a limit of cost is not set then. */
const known = (costUsd: number): number => (Number.isFinite(costUsd) ? costUsd : 0)

const isLimited = ({ tokens, costUsd }: Limits): boolean => tokens !== undefined || costUsd !== undefined

const UNLIMITED: Reservation = { settle() {} }

interface Request {
  readonly id: string
  readonly suite: string
  readonly worker: string
  readonly most: Charge
}

/** False if what others hold back decides. Throws `LimitReached`. */
async function reserve({ pool }: Database, { id, suite, worker, most }: Request): Promise<boolean> {
  const { rows } = await pool.query<{
    limits: string | null
    spent_tokens: number | null
    spent_cost: number | null
    taken: boolean | null
  }>('select limits, spent_tokens, spent_cost, taken from skill_state.reserve($1, $2, $3, $4, $5)', [
    suite,
    id,
    worker,
    Math.ceil(most.tokens),
    known(most.costUsd),
  ])
  const { limits = null, spent_tokens: tokens = null, spent_cost: cost = null, taken } = rows[0] ?? {}
  if (limits === null || tokens === null || cost === null) {
    throw invalidRun(`there is no suite "${suite}" any more`)
  }
  if (taken === true) return true
  const spent = { tokens, costUsd: cost }
  await new Meter(JSON.parse(limits) as Limits, { spent }).reserve(most) // throws if waiting is of no use
  return false
}

async function hasLimits({ pool }: Database, suite: string): Promise<boolean> {
  const { rows } = await pool.query<{ limits: string }>(
    'select limits from skill_state.suites where name = $1',
    [suite],
  )
  return rows.some(({ limits }) => isLimited(JSON.parse(limits) as Limits))
}

/** Counts what the call used in the place of what was held back for it; once, however often it is done. */
function settle({ pool }: Database, suite: string, id: string, used: Charge): Promise<unknown> {
  return pool.query(
    `with gone as (delete from skill_state.reservations where id = $2 returning id)
     update skill_state.suites set tokens = tokens + $3, cost = cost + $4
     where name = $1 and exists (select from gone)`,
    [suite, id, Math.ceil(used.tokens), known(used.costUsd)],
  )
}

/** Counts what a suite has used before it had limits, as its traces have it. */
export async function countSpent(
  { pool }: Database,
  suite: string,
  { tokens, costUsd }: Charge,
): Promise<void> {
  await pool.query(
    'update skill_state.suites set tokens = greatest(tokens, $2), cost = greatest(cost, $3) where name = $1',
    [suite, Math.ceil(tokens), costUsd],
  )
}
