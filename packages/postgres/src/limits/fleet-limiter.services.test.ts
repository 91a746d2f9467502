import { afterAll, expect, test } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { keepAlive } from '../queue/keep-alive.ts'
import type { TestServer } from '../server/test-server.ts'
import { type FleetLimiter, fleetLimiter } from './fleet-limiter.ts'

let database: Database
let server: TestServer
useDatabase(
  (...opened) => {
    ;[database, server] = opened
  },
  { connections: 20 },
)

const releases: (() => Promise<void>)[] = []
afterAll(() => Promise.all(releases.map((release) => release()))) // the database ends once their connections are back

async function worker(name: string, key: string): Promise<FleetLimiter> {
  releases.push(await keepAlive(database, name))
  return fleetLimiter(database, { key, worker: name })
}

/** The fleet's limit once every place that was given back has been counted. */
async function limitOf(key: string): Promise<number> {
  for (;;) {
    const left = await database.pool.query('select from skill_state.places where key = $1', [key])
    if (left.rowCount === 0) break
  }
  const { rows } = await database.pool.query<{ places: number }>(
    'select places from skill_state.limiters where key = $1',
    [key],
  )
  return rows[0]?.places ?? 0
}

test('after a rejection workers share the places of a key, and the limit rises when all slots are used', async () => {
  const [a, b] = [await worker('a', 'shared'), await worker('b', 'shared')]
  const all = await Promise.all(Array.from({ length: 16 }, (_, index) => (index % 2 ? a : b).acquire()))
  for (const release of all) release('limited')
  expect(await limitOf('shared')).toBe(8)
  const places = await Promise.all(Array.from({ length: 8 }, (_, index) => (index % 2 ? a : b).acquire()))
  await expect(a.acquire({ signal: AbortSignal.timeout(1_000) })).rejects.toThrow()
  for (const release of places) release('answered')
  expect(await limitOf('shared')).toBeGreaterThan(8)
  expect(a.snapshot()).toMatchObject({ inFlight: 0, waiting: 0 })
})

test('too many requests, met by calls that were under way together, halve the limit once', async () => {
  const [a, b] = [await worker('c', 'limited'), await worker('d', 'limited')]
  const places = [await a.acquire(), await b.acquire(), await a.acquire()]
  for (const release of places) release('limited')
  expect(await limitOf('limited')).toBe(4)
  ;(await b.acquire())('limited')
  expect(await limitOf('limited')).toBe(2)
})

test('the places of a worker that has fallen silent are free', async () => {
  const silent = await worker('e', 'silent')
  const first = Array.from({ length: 8 }, () => silent.acquire())
  for (const release of await Promise.all(first)) release('limited')
  for (let taken = 0; taken < 4; taken += 1) await silent.acquire()
  await releases.at(-1)?.()
  const release = await (await worker('f', 'silent')).acquire()
  release('answered')
})

test('a worker whose connection ends is dead at the next look of another', async () => {
  const address = await server.createDatabase()
  await using own = await openDatabase(address)
  const killed = await openDatabase(address)
  await keepAlive(killed, 'killed')
  await killed.pool.query(`update skill_state.workers set seen = clock_timestamp() - interval '4 seconds'`)
  const backends = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7353110`
  await own.pool.query(backends)
  const release = await keepAlive(own, 'own')
  const left = async (): Promise<string[]> =>
    (await own.pool.query<{ id: string }>('select id from skill_state.workers')).rows.map(({ id }) => id)
  while ((await left()).includes('killed')) await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await left()).toContain('own')
  await release()
})

test('calls of a worker that end and begin together share one statement', async () => {
  let statements = 0
  const { pool } = database
  const counted = {
    ...database,
    pool: {
      connect: () => pool.connect(),
      query: (...given: Parameters<typeof pool.query>) => {
        statements += 1
        return pool.query(...given)
      },
    } as Database['pool'],
  }
  const end = await keepAlive(database, 'together')
  const limiter = fleetLimiter(counted, { key: 'together', worker: 'together' })
  const acquire = (): ReturnType<FleetLimiter['acquire']>[] =>
    Array.from({ length: 16 }, () => limiter.acquire())
  const first = await Promise.all(acquire())
  expect(statements).toBe(1)
  for (const release of first) release('answered')
  for (const release of await Promise.all(acquire())) release('answered')
  expect(statements).toBe(2)
  await limitOf('together')
  expect(statements).toBe(3)
  await end()
})
