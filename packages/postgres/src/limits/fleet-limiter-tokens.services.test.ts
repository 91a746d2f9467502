import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { keepAlive } from '../queue/keep-alive.ts'
import { startTestServer, type TestServer } from '../server/test-server.ts'
import { type FleetLimiter, fleetLimiter } from './fleet-limiter.ts'

let server: TestServer
let database: Database
/** Another process, as far as the database can tell. */
let elsewhere: Database
beforeAll(async () => {
  server = await startTestServer()
  const address = await server.createDatabase()
  database = await openDatabase(address, { connections: 10 })
  elsewhere = await openDatabase(address, { connections: 10 })
})
afterAll(async () => {
  for (const end of ends) await end()
  await elsewhere?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

const ends: (() => Promise<void>)[] = []

async function worker(of: Database, name: string, key: string): Promise<FleetLimiter> {
  ends.push(await keepAlive(of, name))
  return fleetLimiter(of, { key, worker: name })
}

const pair = async (key: string): Promise<readonly [FleetLimiter, FleetLimiter]> => [
  await worker(database, `${key} 1`, key),
  await worker(elsewhere, `${key} 2`, key),
]

/** What the key may use in a minute, once every place that was given back has been counted. */
async function learned(key: string): Promise<number | undefined> {
  for (;;) {
    const left = await database.pool.query('select from skill_state.places where key = $1', [key])
    if (left.rowCount === 0) break
  }
  const { rows } = await database.pool.query<{ tokens: number | null }>(
    'select tokens from skill_state.limiters where key = $1',
    [key],
  )
  return rows[0]?.tokens ?? undefined
}

/** Lets time pass for what was used by the key's calls and for those under way; a negative time sets the clock back. */
async function pass(key: string, seconds: number): Promise<void> {
  await database.pool.query('update skill_state.flows set second = second - $2 where key = $1', [
    key,
    seconds,
  ])
  await database.pool.query(
    'update skill_state.places set begun = begun - make_interval(secs => $2) where key = $1',
    [key, seconds],
  )
}

/** Comes back once a call was told to wait, however long the answer takes; a call that begins instead hangs the test. */
async function waits(limiter: FleetLimiter): Promise<boolean> {
  do await new Promise((resolve) => setTimeout(resolve, 400))
  while (limiter.snapshot().waiting === 0)
  return true
}

test('two workers share one ceiling, over what is under way and what flowed in the last minute', async () => {
  const [a, b] = await pair('ceiling')
  const place = { tokens: 600, tokensPerMinute: 1_000 }
  const first = await a.acquire(place)
  const second = b.acquire(place)
  expect(await waits(b)).toBe(true)
  expect(b.snapshot()).toMatchObject({ tokensPerMinute: 1_000, inFlight: 0 })
  first('answered', 500)
  expect(await waits(b)).toBe(true)
  await pass('ceiling', 30)
  expect(await waits(b)).toBe(true)
  await pass('ceiling', 31)
  ;(await second)('answered')
})

test('a ceiling holds for other calls of the key while a call that names it is under way', async () => {
  const [a, b] = await pair('named')
  const named = await a.acquire({ tokens: 600, tokensPerMinute: 1_000 })
  const other = b.acquire({ tokens: 600 })
  expect(await waits(b)).toBe(true)
  named('answered')
  ;(await other)('answered')
})

test('a call that needs more than the ceiling begins alone, and those that came later do not pass it', async () => {
  const [a, b] = await pair('large')
  const first = await a.acquire({ tokens: 300, tokensPerMinute: 1_000 })
  const large = a.acquire({ tokens: 5_000, tokensPerMinute: 1_000 })
  expect(await waits(a)).toBe(true)
  const small = b.acquire({ tokens: 300, tokensPerMinute: 1_000 })
  expect(await waits(b)).toBe(true)
  first('answered', 0)
  const release = await large
  expect(b.snapshot().waiting).toBe(1)
  release('answered', 300)
  ;(await small)('answered')
})

test('who is aborted while it waits lets others begin', async () => {
  const [a, b] = await pair('aborted')
  await a.acquire({ tokens: 600, tokensPerMinute: 1_000 })
  const controller = new AbortController()
  const { signal } = controller
  const both = [1, 2].map(() => a.acquire({ tokens: 600, tokensPerMinute: 1_000, signal }))
  expect(await waits(a)).toBe(true)
  const small = b.acquire({ tokens: 300, tokensPerMinute: 1_000 })
  expect(await waits(b)).toBe(true)
  controller.abort(new Error('enough'))
  const refused = await Promise.allSettled(both)
  expect(refused).toEqual([1, 2].map(() => ({ status: 'rejected', reason: signal.reason })))
  ;(await small)('answered')
  expect(a.snapshot()).toMatchObject({ inFlight: 1, waiting: 0 })
})

test("a dead worker's tokens are free a minute after its calls began", async () => {
  const [dead, b] = await pair('dead')
  await dead.acquire({ tokens: 900, tokensPerMinute: 1_000 })
  await ends.at(-2)?.()
  const second = b.acquire({ tokens: 900, tokensPerMinute: 1_000 })
  expect(await waits(b)).toBe(true)
  await pass('dead', 61)
  ;(await second)('answered')
})

test('a rejection that fewer places did not prevent lowers the tokens a minute once for all', async () => {
  const [a, b] = await pair('learned')
  const call = { tokens: 100 }
  ;(await a.acquire(call))('limited')
  for (let round = 0; round < 10; round += 1) {
    expect(await learned('learned')).toBeUndefined()
    ;(await b.acquire(call))('answered')
  }
  expect(await learned('learned')).toBeUndefined()
  const both = [await a.acquire(call), await b.acquire(call)]
  for (const release of both) release('limited')
  expect(await learned('learned')).toBe(800)
  await pass('learned', 30)
  const waiting = a.acquire(call)
  expect(await waits(a)).toBe(true)
  expect(a.snapshot()).toMatchObject({ limit: 2, tokensPerMinute: 800, limited: 2 })
  await pass('learned', 31)
  ;(await waiting)('overloaded')
  expect(await learned('learned')).toBe(800)
})

test('the tokens a minute rise by what is answered while a call waits for them', async () => {
  const [a, b] = await pair('rising')
  ;(await a.acquire({ tokens: 100 }))('limited')
  await learned('rising')
  ;(await a.acquire({ tokens: 100 }))('answered', 1_000)
  await learned('rising')
  ;(await a.acquire({ tokens: 100 }))('limited')
  expect(await learned('rising')).toBe(800)
  await pass('rising', 61)
  const call = await a.acquire({ tokens: 800 })
  const waiting = b.acquire({ tokens: 100 })
  expect(await waits(b)).toBe(true)
  call('answered', 50)
  ;(await waiting)('answered')
  expect(await learned('rising')).toBe(850)
})

test('after the clock was set back no call waits for the future', async () => {
  const [a] = await pair('clock')
  ;(await a.acquire({ tokens: 900, tokensPerMinute: 1_000 }))('answered')
  await learned('clock')
  await pass('clock', -3_600)
  ;(await a.acquire({ tokens: 900, tokensPerMinute: 1_000 }))('answered')
})

test('of one worker, calls begin in the order in which they came', async () => {
  const [a] = await pair('order')
  const begun: number[] = []
  const release = await a.acquire({ tokens: 900, tokensPerMinute: 1_000 })
  const calls = [500, 50, 300].map(async (tokens, index) => {
    const done = await a.acquire({ tokens, tokensPerMinute: 1_000 })
    begun.push(index)
    done('failed', 0)
  })
  expect(await waits(a)).toBe(true)
  expect(begun).toEqual([])
  release('answered', 0)
  await Promise.all(calls)
  expect(begun).toEqual([0, 1, 2])
})
