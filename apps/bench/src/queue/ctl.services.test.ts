import {
  cancelSuite,
  limitSuite,
  openDatabase,
  openSuite,
  postgresTraces,
  readNotices,
  requeueEpisode,
} from '@skill-state/postgres'
import { expect, test } from 'vitest'
import { bench, emptyFolder, suiteFolder } from '../../test/bench.ts'
import { startBench, startWorker } from '../../test/fleet/fleet.ts'
import { HANG, useServer } from '../../test/fleet/server.ts'

const server = useServer()

const suite = (name: string): string =>
  suiteFolder(
    `name: ${name}`,
    ...[
      'benchmarks: [warehouse]',
      'horizons: [5]',
      'runtimes: [skill-state]',
      'models: [reference]',
      'seeds: 2',
    ],
  )

test(
  'a paused suite waits while a worker plays another, continues, and its worker leaves',
  HANG,
  async () => {
    const address = await server().createDatabase()
    const ctl = async (suite: string, args = ''): Promise<string> => {
      const { code, stdout, stderr } = await bench(`ctl ${address}/${suite} ${args}`, {
        cwd: emptyFolder(),
      })
      return code === 0 ? stdout : stderr
    }
    const cwd = suite('waits')
    const waiting = startBench(`run s.yaml --queue ${address} --json`, { cwd })
    await waiting.says('"started"')
    expect(await ctl('waits', 'pause')).toMatch(/^waits pauses/)
    const worker = await startWorker(address, cwd)
    const other = await bench(`run s.yaml --queue ${address}`, { cwd: suite('goes') })
    expect(other).toMatchObject({ code: 0, stdout: expect.stringContaining('Terminated: 2.') })
    expect(await ctl('waits')).toMatch(/^waits: paused, 0 of 2 episodes ended/)
    expect(await ctl('goes', 'requeue t0005-s42')).toMatch(/has an outcome, which stays/)
    expect(await ctl('nosuch')).toMatch(/^bench: .* has no suite "nosuch"/)
    expect(await ctl('goes', 'requeue episodes')).toMatch(/fits .*s42.*, .*s43.*; name one/)
    expect(await ctl('waits', 'limits --max-tokens 9')).toMatch(/has no limits to change/)

    expect(await ctl('waits', 'resume')).toBe('waits continues\n')
    await waiting.says('"finished"')
    expect(await ctl('waits')).toMatch(/^waits: running, 2 of 2 episodes ended, 0 failed/)
    await using database = await openDatabase(address)
    await database.pool.query('update skill_state.workers set draining = true')
    await worker.says('as bench ctl asked')
  },
)

test('an episode that is requeued is taken from its worker; a cancelled suite ends', HANG, async () => {
  await using database = await openDatabase(await server().createDatabase())
  const name = { benchmark: 'b', task: 't', runtime: 'r', model: 'm' }
  const ended = { ...name, runtime: 'ended' }
  const planned = [{ name: 's', conditions: {}, episodes: [name, ended] }]
  const suite = { name: 's', version: '1', plan: {}, limits: { tokens: 5 } }
  const [run] = await openSuite(database, suite, planned)
  if (run === undefined) throw new Error('the suite has a run')
  const store = postgresTraces(database, run)
  const other = await store.create(ended)
  other.record({ kind: 'end', status: 'terminated', outcome: { reward: 1 } })
  await other.flush()
  const writer = await store.create(name)
  // Both episodes fit: the documented form, which names a task, takes the one without an outcome.
  expect(await requeueEpisode(database, 's', 'b/t~')).toBe('episodes/b/t~r~m.jsonl')
  writer.record({ kind: 'reset', observation: { text: 'late', done: false } })
  await expect(writer.flush()).rejects.toThrow('another worker holds the episode')
  const jobs = await database.pool.query(`select data from skill_state_queue.job where name = 'episodes-1'`)
  expect(jobs.rows).toEqual([{ data: { suite: 's', run: run.id, file: 'episodes/b/t~r~m.jsonl' } }])
  expect(await limitSuite(database, 's', { costUsd: 2 })).toEqual({ tokens: 5, costUsd: 2 })
  await cancelSuite(database, 's')
  expect(await readNotices(database, 's')).toEqual({ stopped: 'cancelled' })
})
