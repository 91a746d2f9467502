import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRecords, textOf } from '../../../test/parity-records.ts'
import { describeSharedData } from '../../../test/shared-data.ts'
import { callTool } from '../../call-tool.ts'
import { createDatabase, type EpisodeDatabase } from '../../data/open-database.ts'
import { readDatabase } from '../../data/tables.ts'
import { canonicalHash, officialHash } from '../../hash/database-hash.ts'
import { contains, getItem, iterate } from '../../python/containers.ts'
import { copyDict } from '../../python/copy.ts'
import type { PythonValue } from '../../python/value.ts'
import { airlineTools } from './index.ts'

const tools = new Map(airlineTools.map((tool) => [tool.name, tool]))

describeSharedData('airline tools answer and change the database as the official ones do', (folder) => {
  const base = readDatabase(join(folder, 'airline'), ['flights', 'reservations', 'users'])
  const records = (path: string) => readRecords(join(folder, path))

  test('replays of the ground truth', () => {
    const tasks = records('parity/airline.jsonl').slice(1)
    expect(tasks.length).toBeGreaterThan(0)
    for (const task of tasks) {
      const database = createDatabase(base)
      replay(database, getItem(task, 'actions'))
      expectHashes(database, task, '')
    }
  })

  test('bad and edge calls', () => {
    const crafted = records('parity/errors-airline.jsonl')
    expect(crafted.length).toBeGreaterThan(0)
    for (const record of crafted) {
      const database = createDatabase(base)
      replay(database, getItem(record, 'calls'))
      expectHashes(database, record, '')
    }
  })

  test('scripted episodes, up to their first end', () => {
    const episodes = records('parity/rewards-airline.jsonl')
    expect(episodes.length).toBeGreaterThan(0)
    for (const episode of episodes) {
      const [end] = iterate(getItem(episode, 'ends'))
      const database = createDatabase(base)
      replay(database, untilEnd(getItem(episode, 'actions')))
      if (end !== undefined) expectHashes(database, end, 'agent_')
    }
  })

  test('recorded runs of a model', () => {
    const runs = records('trajectories/airline-gpt-4o-trial-0.jsonl.gz')
    expect(runs.length).toBeGreaterThan(0)
    for (const run of runs) {
      const database = createDatabase(base)
      replay(database, getItem(run, 'steps'))
      expectHashes(database, run, '')
    }
  })
})

/** Calls every tool that the records call, and holds each answer against the recorded one. */
function replay(database: EpisodeDatabase, calls: PythonValue): void {
  for (const call of iterate(calls)) {
    const tool = contains(call, 'name') ? tools.get(textOf(call, 'name')) : undefined
    if (tool === undefined || contains(call, 'skipped')) continue
    const kwargs = getItem(call, 'kwargs')
    if (!(kwargs instanceof Map)) throw new TypeError('the keyword arguments of a record must be an object')
    const answer = callTool(tool, 'airline', database, copyDict(kwargs))
    expect(answer ?? null, textOf(call, 'name')).toBe(getItem(call, 'observation'))
  }
}

function expectHashes(database: EpisodeDatabase, record: PythonValue, prefix: '' | 'agent_'): void {
  expect(officialHash(database)).toBe(getItem(record, `${prefix}official_hash`))
  expect(canonicalHash(database)).toBe(getItem(record, `${prefix}canonical_hash`))
}

/** The actions up to the one that ends the episode: after it the official database is another. */
function untilEnd(actions: PythonValue): PythonValue[] {
  const all = [...iterate(actions)]
  const last = all.findIndex((action) => {
    if (textOf(action, 'name') === 'transfer_to_human_agents') return true
    const said = getItem(action, 'observation')
    return textOf(action, 'name') === 'respond' && typeof said === 'string' && said.includes('###STOP###')
  })
  return last === -1 ? all : all.slice(0, last + 1)
}
