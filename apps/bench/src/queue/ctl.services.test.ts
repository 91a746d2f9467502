import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  cancelSuite,
  connect,
  limitSuite,
  openSuite,
  postgresStore,
  readNotices,
  requeueEpisode,
} from '@skill-state/postgres'
import { startTestServer, type TestServer } from '@skill-state/postgres/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bench, emptyFolder } from '../../test/bench.ts'
import { startBench, startWorker } from '../../test/fleet/fleet.ts'

/** Milliseconds after which a test hangs: several processes start in each, also on a busy machine. */
const HANG = { timeout: 300_000 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.[Symbol.asyncDispose]())

function suiteFolder(name: string): string {
  const cwd = emptyFolder()
  const lines = ['benchmarks: [warehouse]', 'horizons: [5]', 'runtimes: [skill-state]', 'models: [reference]']
  writeFileSync(join(cwd, 's.yaml'), [`name: ${name}`, ...lines, 'seeds: 2'].join('\n'))
  return cwd
}

test('a paused suite waits while a worker plays another, goes on, and its worker leaves', HANG, async () => {
  const address = await server.createDatabase()
  const ctl = async (suite: string, args = ''): Promise<string> => {
    const { code, stdout, stderr } = await bench(`ctl ${address}/${suite} ${args}`, {
      cwd: emptyFolder(),
    })
    return code === 0 ? stdout : stderr
  }
  const cwd = suiteFolder('waits')
  const waiting = startBench(`run s.yaml --queue ${address} --json`, { cwd })
  await waiting.says('"started"')
  expect(await ctl('waits', 'pause')).toMatch(/^waits pauses/)
  const worker = await startWorker(address, cwd)
  const other = await bench(`run s.yaml --queue ${address}`, { cwd: suiteFolder('goes') })
  expect(other).toMatchObject({ code: 0, stdout: expect.stringContaining('Terminated: 2.') })
  expect(await ctl('waits')).toMatch(/^waits: paused, 0 of 2 episodes ended/)
  expect(await ctl('goes', 'requeue t0005-s42')).toMatch(/has an outcome, which stays/)
  expect(await ctl('goes', 'requeue episodes')).toMatch(/fits .*s42.*, .*s43.*; name one/)
  expect(await ctl('waits', 'limits --max-tokens 9')).toMatch(/has no limits to change/)

  expect(await ctl('waits', 'resume')).toBe('waits continues\n')
  await waiting.says('"finished"')
  expect(await ctl('waits')).toMatch(/^waits: running, 2 of 2 episodes ended, 0 failed/)
  await using database = await connect(address)
  await database.pool.query('update skill_state.workers set draining = true')
  await worker.says('as bench ctl asked')
})

test('an episode that is requeued is taken from its worker; a cancelled suite ends', HANG, async () => {
  await using database = await connect(await server.createDatabase())
  const name = { benchmark: 'b', task: 't', runtime: 'r', model: 'm' }
  const planned = [{ name: 's', conditions: {}, episodes: [name] }]
  const suite = { name: 's', version: '1', plan: {}, limits: { tokens: 5 } }
  const [run] = await openSuite(database, suite, planned)
  if (run === undefined) throw new Error('the suite has a run')
  const writer = await postgresStore(database, run).create(name)
  expect(await requeueEpisode(database, 's', 't~r')).toBe('episodes/b/t~r~m.jsonl')
  writer.record({ kind: 'reset', observation: { text: 'late', done: false } })
  await expect(writer.flush()).rejects.toThrow('another worker holds the episode')
  const jobs = await database.pool.query(`select data from skill_state_queue.job where name = 'episodes-1'`)
  expect(jobs.rows).toEqual([{ data: { suite: 's', run: run.id, file: 'episodes/b/t~r~m.jsonl' } }])
  expect(await limitSuite(database, 's', { cost: 2 })).toEqual({ tokens: 5, cost: 2 })
  await cancelSuite(database, 's')
  expect(await readNotices(database, 's')).toEqual({ stopped: 'cancelled' })
})
