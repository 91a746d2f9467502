import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { rateLimiter } from '@skill-state/models'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import type { Database } from '../database/database.ts'
import { keepAlive } from '../queue/keep-alive.ts'
import { fleetLimiter } from './fleet-limiter.ts'

type Limiter = ReturnType<typeof rateLimiter>

let database: Database
let release: () => Promise<void>
useDatabase(
  (opened) => {
    database = opened
  },
  { connections: 10 },
)
beforeAll(async () => {
  release = await keepAlive(database, 'worker')
})
afterAll(() => release?.())

const turn = (): Promise<void> => sleep(2)

/** A moment that does not pass: a script is done long before a minute is over. */
const standing = {
  now: () => 0,
  sleep: (_: number, signal: AbortSignal) =>
    new Promise<void>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    }),
}

type Release = Awaited<ReturnType<Limiter['acquire']>>
type Outcome = Parameters<Release>[0]

/** A limiter and those of its calls that are under way, by the steps in which they came. */
interface Side {
  readonly limiter: Limiter
  readonly running: Map<number, Release>
}

const sideOf = (limiter: Limiter): Side => ({ limiter, running: new Map() })
const runningOf = ({ running }: Side): number[] => [...running.keys()].toSorted((a, b) => a - b)

function come({ limiter, running }: Side, index: number, place: Parameters<Limiter['acquire']>[0]): void {
  limiter.acquire(place).then(
    (release) => running.set(index, release),
    () => {}, // the script is over
  )
}

function leave({ running }: Side, index: number, ...how: Parameters<Release>): void {
  running.get(index)?.(...how)
  running.delete(index)
}

interface Standing {
  readonly places: number
  readonly tokens: number | null
  readonly begun: number
  readonly asking: boolean
}

/** What is on record of the fleet's limiter, once everything that was returned is counted and every waiting worker has asked. */
async function settled(key: string, { limiter, running }: Side): Promise<Standing | undefined> {
  for (;;) {
    const { rows } = await database.pool.query<Standing>(
      `select l.places, least(l.tokens, min(p.ceiling)) as tokens,
         count(p.begun)::integer as begun, coalesce(bool_or(p.id is not null and p.begun is null), false) as asking
       from skill_state.limiters l left join skill_state.places p on p.key = l.key
       where l.key = $1 group by l.key`,
      [key],
    )
    const [found] = rows
    const { waiting, inFlight } = limiter.snapshot()
    const isSame = found?.begun === running.size && found.asking === waiting > 0
    if ((found === undefined && waiting + inFlight === 0) || isSame) return found
    await turn()
  }
}

const outcomes = fc.constantFrom<Outcome>(
  'answered',
  'answered',
  'limited',
  'limited',
  'overloaded',
  'failed',
)
const steps = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      tokens: fc.integer({ min: 1, max: 500 }),
      ceiling: fc.constantFrom(undefined, undefined, undefined, 4_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ who: fc.nat(20), outcome: outcomes, used: fc.nat(600) }) },
)

test('the limiter of a process and that of a fleet let the same calls begin, and learn the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 40, maxLength: 60 }), async (script) => {
      const key = randomUUID()
      const controller = new AbortController()
      const { signal } = controller
      const own = sideOf(rateLimiter({ clock: standing }))
      const fleet = sideOf(fleetLimiter(database, { key, worker: 'worker' }))
      for (const [index, step] of script.entries()) {
        if ('tokens' in step) {
          const place = { tokens: step.tokens, tokensPerMinute: step.ceiling, signal }
          for (const side of [own, fleet]) come(side, index, place)
        } else {
          const running = runningOf(own)
          const who = running[step.who % running.length] ?? -1
          for (const side of [own, fleet]) leave(side, who, step.outcome, step.used)
        }
        await turn()
        while (runningOf(fleet).join() !== runningOf(own).join()) await turn()
        const found = await settled(key, fleet)
        const { limit, tokensPerMinute } = own.limiter.snapshot()
        expect({ step, limit: Math.floor(found?.places ?? Infinity) }).toEqual({ step, limit })
        expect(found?.tokens == null ? undefined : Math.floor(found.tokens)).toBe(tokensPerMinute)
      }
      controller.abort(new Error('over'))
    }),
    { numRuns: 12 },
  )
})
