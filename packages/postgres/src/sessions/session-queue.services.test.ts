import { agent } from '@skill-state/agent'
import { CountingWorld, hostDesk, testHost } from '@skill-state/agent/conformance'
import type { Model } from '@skill-state/protocol'
import { afterAll, expect, test, vi } from 'vitest'
import { openPostgresHost, type PostgresHost } from '../../test/postgres-host.ts'
import { openDatabase } from '../database/database.ts'
import { openSessionQueue } from './session-queue.ts'
import { postgresSessions } from './sessions.ts'

interface Opened {
  readonly host: PostgresHost
  readonly world: CountingWorld
}

/** One server for all tests. */
let opened: Promise<Opened> | undefined
const open = (world = new CountingWorld()): Promise<Opened> =>
  (opened ??= openPostgresHost(world).then((host) => ({ host, world })))
afterAll(async () => (await opened)?.host.close())
const checks = testHost({ open: async (world) => ({ ...(await open(world)).host, close: async () => {} }) })

for (const { name, run } of checks) test(`Postgres: ${name}`, run)

test('workers of two versions play the sessions of each, and a session of the newer one is left to it', async () => {
  const { host, world } = await open()
  world.before = async () => {}
  await host.restart(1)
  const before = world.effects.length
  const { approval } = await host.tell('ada-old', { send: 'Pay 30.' }, 'ada')
  await host.startBeside(2)
  const talks = ['ada-old', 'ada-new'].map(async (id) => {
    if (id === 'ada-old') await host.tell(id, { approve: approval?.step }, 'ada')
    for (let turn = 0; turn < 2; turn += 1) {
      const { end } = await host.tell(id, { send: 'A flight to Rome.', id: `m${turn}` }, 'ada')
      expect(end).toBe('replied')
    }
  })
  await Promise.all(talks)
  expect(world.effects).toHaveLength(before + 1 + 2 * 2 * 2)
  expect(world.overlaps).toEqual([])
})

test('a crowd of callers asks for few statements at once, in order, and a command that cannot be kept fails alone', async () => {
  const { host } = await open()
  await using database = await openDatabase(await host.createDatabase(), { connections: 2 })
  const { pool } = database
  let [under, most] = [0, 0]
  const query: typeof pool.query = async (...statement) => {
    under += 1
    most = Math.max(most, under)
    return await pool.query(...statement).finally(() => (under -= 1))
  }
  const counted = { ...database, pool: { query, connect: () => pool.connect() } }
  await using queue = await openSessionQueue(counted)
  await queue.work({ agent: hostDesk('') })
  const crowd = Array.from({ length: 200 }, async (_, index) =>
    queue.tell(`ada-${index}`, { send: 'Hello.' }),
  )
  const never = { delayMs: 1e300 }
  const failure = expect(queue.post('dan', { send: 'Hello.' }, never)).rejects.toThrow('interval')
  const texts = Array.from({ length: 20 }, (_, index) => `Message ${index}.`)
  const listed = texts.map(async (send) => queue.tell('bob', { send }))
  await Promise.all(texts.map(async (_, index) => queue.stop(`cy-${index}`)))
  expect(new Set((await Promise.all(crowd)).map(({ end }) => end))).toEqual(new Set(['replied']))
  await Promise.all(listed)
  const bodies = (await postgresSessions(database).read('bob')).flatMap(
    ({ body }) => /Message \d+\./.exec(body) ?? [],
  )
  expect([...new Set(bodies)]).toEqual(texts)
  await failure
  expect(most).toBeLessThan(20)
})

test('workers look for commands although the clock is put back again and again', async () => {
  const { host } = await open()
  await using database = await openDatabase(await host.createDatabase())
  let now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now -= 3_600_000))
  try {
    await using queue = await openSessionQueue(database)
    await queue.work({ agent: hostDesk('') })
    for (let turn = 0; turn < 8; turn += 1)
      expect((await queue.tell('ada', { send: 'Hello.' })).end).toBe('replied')
  } finally {
    clock.mockRestore()
  }
})

test('an agent whose state has no bound is rejected before its worker plays anything', async () => {
  const model: Model = { id: 'none', generate: async () => Promise.reject(new Error('not asked')) }
  const state = { type: 'object', properties: { notes: { type: 'string' } }, additionalProperties: false }
  const unbounded = agent({
    model,
    instructions: 'Wait.',
    state,
    initialState: {},
    tools: {},
    onWarning: () => {},
  })
  const { host } = await open()
  await using database = await openDatabase(await host.createDatabase())
  await using queue = await openSessionQueue(database)
  await expect(queue.work({ agent: unbounded })).rejects.toThrow(
    /Postgres takes \d+ bytes, and \/notes can have .*: set maxLength/,
  )
})
