import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Charge,
  createSpending,
  type Reservation,
  type Spending,
  type SpendingLimits,
} from '@skill-state/eval'
import { SkillStateError } from '@skill-state/protocol'
import type pg from 'pg'
import { type Database, inTransaction } from './database.ts'
import { notCounted } from './failures.ts'
import { type PersistOptions, persist } from './persist.ts'

/** How long a call waits before it looks again whether others have used less than they could. */
const WAIT_MS = 200

/** A worker that has not been heard of for so long counts as dead: what its calls could have used counts as used. */
const SILENCE = `interval '30 seconds'`

/**
 * The limits of a suite, shared by all workers: no call starts, on any machine, that could take the suite past one.
 * Every call is held back in a transaction before it is sent. Without limits nothing is asked.
 */
export function fleetSpending(
  database: Database,
  suite: string,
  worker: string,
  options: PersistOptions = {},
): Spending {
  let limits: SpendingLimits = {}
  let own: Charge = { tokens: 0, cost: 0 }
  return {
    begin(given) {
      limits = given
    },
    get spent() {
      return own
    },
    async reserve(most) {
      if (limits.tokens === undefined && limits.cost === undefined) return UNLIMITED
      const id = randomUUID()
      const ask = (): Promise<boolean> =>
        persist(() => reserve(database, { id, suite, worker, limits, most }), options).catch(
          (error: unknown) => {
            throw notCounted(database.place, error)
          },
        )
      while (!(await ask())) await sleep(WAIT_MS)
      return {
        settle(used = most) {
          own = { tokens: own.tokens + used.tokens, cost: own.cost + used.cost }
          void persist(() => settle(database, suite, id, used), options).catch(() => {}) // then it counts as the most
        },
      }
    },
  }
}

const UNLIMITED: Reservation = { settle() {} }

interface Request {
  readonly id: string
  readonly suite: string
  readonly worker: string
  readonly limits: SpendingLimits
  readonly most: Charge
}

interface Sums extends Charge {
  readonly heldTokens: number
  readonly heldCost: number
}

/** False where what others hold back decides. Throws `SpendingLimitReached`. */
function reserve({ pool }: Database, { id, suite, worker, limits, most }: Request): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { heldTokens, heldCost, ...spent } = await lockSums(client, suite)
    await createSpending(limits, spent).reserve(most)
    const held = { tokens: spent.tokens + heldTokens, cost: spent.cost + heldCost }
    if (!fits(limits, held, most)) return false
    await client.query(
      `insert into skill_state.reservations (id, suite, worker, tokens, cost) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [id, suite, worker, Math.ceil(most.tokens), most.cost],
    )
    return true
  })
}

const SUMS = `
  select s.tokens + coalesce(sum(r.tokens) filter (where w.id is null), 0) as tokens,
    s.cost + coalesce(sum(r.cost) filter (where w.id is null), 0) as cost,
    coalesce(sum(r.tokens) filter (where w.id is not null), 0) as held_tokens,
    coalesce(sum(r.cost) filter (where w.id is not null), 0) as held_cost
  from skill_state.suites s
  left join skill_state.reservations r on r.suite = s.name
  left join skill_state.workers w on w.id = r.worker and w.seen > clock_timestamp() - ${SILENCE}
  where s.name = $1 group by s.name`

async function lockSums(client: pg.PoolClient, suite: string): Promise<Sums> {
  await client.query('select from skill_state.suites where name = $1 for update', [suite])
  const { rows } = await client.query<Record<'tokens' | 'cost' | 'held_tokens' | 'held_cost', string>>(SUMS, [
    suite,
  ])
  const [found] = rows
  if (found === undefined) throw new SkillStateError('invalid-run', `there is no suite "${suite}" any more`)
  return {
    tokens: Number(found.tokens),
    cost: Number(found.cost),
    heldTokens: Number(found.held_tokens),
    heldCost: Number(found.held_cost),
  }
}

function fits(limits: SpendingLimits, held: Charge, most: Charge): boolean {
  const { tokens = Number.POSITIVE_INFINITY, cost = Number.POSITIVE_INFINITY } = limits
  return held.tokens + most.tokens <= tokens && held.cost + most.cost <= cost + 1e-9
}

/** Counts what the call used in the place of what was held back for it; once, however often it is done. */
function settle({ pool }: Database, suite: string, id: string, used: Charge): Promise<unknown> {
  return pool.query(
    `with gone as (delete from skill_state.reservations where id = $2 returning id)
     update skill_state.suites set tokens = tokens + $3, cost = cost + $4
     where name = $1 and exists (select from gone)`,
    [suite, id, Math.ceil(used.tokens), used.cost],
  )
}

/** Counts what a suite has used before it had limits, as its traces have it. */
export async function countSpent({ pool }: Database, suite: string, { tokens, cost }: Charge): Promise<void> {
  await pool.query(
    'update skill_state.suites set tokens = greatest(tokens, $2), cost = greatest(cost, $3) where name = $1',
    [suite, Math.ceil(tokens), cost],
  )
}
