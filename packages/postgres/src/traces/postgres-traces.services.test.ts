import { randomUUID } from 'node:crypto'
import { testTraceStore } from '@skill-state/eval/conformance'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { reopenFailed } from '../queue/suites.ts'
import type { TestServer } from '../server/test-server.ts'
import { EpisodeTaken } from './episode-taken.ts'
import { postgresTraces } from './postgres-traces.ts'
import { openRun, readRun } from './runs.ts'

let database: Database
let server: TestServer
useDatabase((...opened) => {
  ;[database, server] = opened
})

describe('the store in Postgres', () => {
  const checks = testTraceStore({
    open: async () => postgresTraces(database, await openRun(database, randomUUID(), { a: 1 })),
    reopen: async ({ place }) =>
      postgresTraces(database, await readRun(database, place.split('/').at(-1) ?? '')),
  })
  for (const { name, run } of checks) test(name, run)
})

test('a run of other conditions is rejected, and says what differs', async () => {
  await openRun(database, 'mixed', { model: 'a' })
  await expect(openRun(database, 'mixed', { model: 'b' })).rejects.toThrow(/mixed is another run: its model/)
})

const NAME = { benchmark: 'b', task: 't', runtime: 'r', model: 'm' }

test('a claim that is older than the one that holds an episode cannot open it any more', async () => {
  const run = await openRun(database, 'claims', {})
  await postgresTraces(database, run, { claim: '20' }).hold(NAME)
  await expect(postgresTraces(database, run, { claim: '10' }).hold(NAME)).rejects.toThrow(/another worker/)
  await postgresTraces(database, run, { claim: '20' }).create(NAME)
  await postgresTraces(database, run, { claim: '30' }).hold(NAME)
})

test('what is written under a claim before all others is kept, and takes no episode that was begun', async () => {
  const run = await openRun(database, 'before-all', {})
  const first = postgresTraces(database, run, { claim: '1' })
  const episode = { kind: 'episode', format: 1, ...NAME, seed: 1 } as const
  const beginning = { episode, calls: [], attempts: [], steps: [] }
  await first.write(beginning)
  const worker = postgresTraces(database, run, { claim: '20' })
  await worker.hold(NAME)
  expect((await worker.read(NAME))?.episode.seed).toBe(1)
  await expect(first.write(beginning)).rejects.toThrow(EpisodeTaken)
})

test('a worker that takes an episode learns its progress', async () => {
  const run = await openRun(database, 'standings', {})
  const store = postgresTraces(database, run)
  expect(await store.hold(NAME)).toBe('open')
  const end = { kind: 'end', status: 'failed', error: { code: 'model-failed', message: 'no' } } as const
  const episode = { kind: 'episode', format: 1, ...NAME, seed: 1 } as const
  await store.write({ episode, calls: [], attempts: [], steps: [], end })
  expect(await store.hold(NAME)).toBe('ended')
  await reopenFailed(database, run)
  expect(await store.hold(NAME)).toBe('open')
  const lines = `select from skill_state.lines l where not exists (select from skill_state.episodes where id = l.episode)`
  await database.pool.query('delete from skill_state.runs where id = $1', [run.id])
  expect((await database.pool.query(lines)).rowCount).toBe(0)
  expect(await store.hold(NAME)).toBe('removed')
})

test('many workers that start at once create the tables once', async () => {
  const url = await server.createDatabase()
  const all = await Promise.all(Array.from({ length: 8 }, () => openDatabase(url)))
  await Promise.all(all.map((each) => openRun(each, 'same', { a: 1 })))
  for (const each of all) await each[Symbol.asyncDispose]()
})

test('a server whose disk is full ends the episode with one line, and what was written before stays', async () => {
  await using full = await openDatabase(await server.createDatabase())
  const store = postgresTraces(full, await openRun(full, 'full', {}))
  const writer = await store.create(NAME)
  writer.record({ kind: 'episode', format: 1, ...NAME, seed: 1 })
  await writer.flush()
  await full.pool.query(`
    create function reject() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  await full.pool.query(
    'create trigger full_disk before insert on skill_state.lines execute function reject()',
  )
  writer.record({ kind: 'reset', observation: { text: '', done: false } })
  await expect(writer.flush()).rejects.toThrow(
    /^[^\n]*cannot be written: [^\n]*; the server's disk is full; free space/,
  )
  expect((await store.read(NAME))?.reset).toBeUndefined()
})
