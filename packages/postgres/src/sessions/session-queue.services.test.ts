import { agent } from '@skill-state/agent'
import { CountingWorld, hostDesk, killHost, testHost } from '@skill-state/agent/conformance'
import type { Model } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { openPostgresHost } from '../../test/postgres-host.ts'
import { openDatabase } from '../database/database.ts'
import { startTestServer } from '../server/test-server.ts'
import { openSessionQueue } from './session-queue.ts'
import { postgresSessions } from './sessions.ts'

for (const { name, run } of testHost({ open: openPostgresHost })) test(`Postgres: ${name}`, run)

test('kills of worker and server lose no effect, do none twice, and overlap no turns', async () => {
  const world = new CountingWorld()
  const host = await openPostgresHost(world)
  try {
    const kill = (time: number): Promise<void> => (time % 2 === 0 ? host.restart() : host.restartServer())
    await killHost({ host, world, kills: 2, kill, pause: (time) => 200 * (time + 1), sessions: 2 })
  } finally {
    await host.close()
  }
})

test('workers of two versions play the sessions of each, and a session of the newer one is left to it', async () => {
  const world = new CountingWorld()
  const host = await openPostgresHost(world)
  try {
    const { approval } = await host.tell('ada-1', { send: 'Pay 30.' }, 'ada')
    await host.startBeside(2)
    const talks = ['ada-1', 'ada-2'].map(async (id) => {
      if (id === 'ada-1') await host.tell(id, { approve: approval?.step }, 'ada')
      for (let turn = 0; turn < 2; turn += 1) {
        const { end } = await host.tell(id, { send: 'A flight to Rome.', id: `m${turn}` }, 'ada')
        expect(end).toBe('replied')
      }
    })
    await Promise.all(talks)
    expect(world.effects).toHaveLength(1 + 2 * 2 * 2)
    expect(world.overlaps).toEqual([])
  } finally {
    await host.close()
  }
})

test('a crowd of callers asks for few statements at once, in order, and a command that cannot be kept fails alone', async () => {
  await using server = await startTestServer()
  await using database = await openDatabase(await server.createDatabase(), { connections: 2 })
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

test('an agent whose state has no bound is rejected before its worker plays anything', async () => {
  const model: Model = { id: 'none', generate: async () => Promise.reject(new Error('not asked')) }
  const state = { type: 'object', properties: { notes: { type: 'string' } }, additionalProperties: false }
  const open = agent({
    model,
    instructions: 'Wait.',
    state,
    initialState: {},
    tools: {},
    onWarning: () => {},
  })
  await using server = await startTestServer()
  await using database = await openDatabase(await server.createDatabase())
  await using queue = await openSessionQueue(database)
  await expect(queue.work({ agent: open })).rejects.toThrow(
    /Postgres takes \d+ bytes, and \/notes can have .*: set maxLength/,
  )
})
