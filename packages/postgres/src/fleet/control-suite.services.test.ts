import { expect, test } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import type { Database } from '../database/database.ts'
import { openSuite, readSuite } from '../queue/suites.ts'
import { postgresTraces } from '../traces/postgres-traces.ts'
import { cancelSuite, limitSuite, requeueEpisode } from './control-suite.ts'

let database: Database
useDatabase((opened) => {
  database = opened
})

test('an episode that is requeued is taken from its worker; a cancelled suite ends', async () => {
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
  expect(await readSuite(database, 's')).toMatchObject({ stopped: 'cancelled', trouble: undefined })
})
