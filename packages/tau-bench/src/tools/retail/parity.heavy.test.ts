import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readRecords, textOf } from '../../../test/parity-records.ts'
import { describeSharedData } from '../../../test/shared-data.ts'
import { callTool } from '../../call-tool.ts'
import { loadDomain } from '../../data/load-domain.ts'
import { createDatabase, type DatabaseBase } from '../../data/open-database.ts'
import { canonicalHash, officialHash } from '../../hash/database-hash.ts'
import { getItem, iterate } from '../../python/containers.ts'
import type { PythonDict, PythonValue } from '../../python/value.ts'
import type { Tool } from '../../tool.ts'
import { retailTools } from './index.ts'

describeSharedData('the retail tools answer as the official environment did', (folder) => {
  const { database: base, tools } = loadDomain(folder, 'retail', 'test')

  test('they are the official tools, in the official order', () => {
    const official = tools.map(({ function: { name, parameters } }) => [name, parameters.required])
    expect(retailTools.map(({ name, parameters }) => [name, parameters])).toEqual(official)
  })

  describe.each(['retail', 'retail-dev', 'retail-train'])('%s', (file) => {
    const [, ...tasks] = readRecords(join(folder, 'parity', `${file}.jsonl`)).map(toDict)
    test.each(tasks.map((task) => [getItem(task, 'index'), task] as const))('task %s', (_index, task) => {
      replay(base, task, 'actions')
    })
  })

  describe('errors-retail', () => {
    const records = readRecords(join(folder, 'parity/errors-retail.jsonl')).map(toDict)
    const ours = records.filter((record) => findTool(textOf(record, 'tool')) !== undefined)
    test.each(ours.map((record) => [textOf(record, 'id'), record] as const))('%s', (_id, record) => {
      replay(base, record, 'calls')
    })
  })
})

/** Makes the calls on a fresh database, and compares each answer and the hashes of the database in the end. */
function replay(base: DatabaseBase, record: PythonDict, key: 'actions' | 'calls'): void {
  const database = createDatabase(base)
  for (const call of iterate(getItem(record, key)).map(toDict)) {
    if (call.has('skipped')) continue
    const tool = findTool(textOf(call, 'name'))
    if (tool === undefined) throw new Error('the record names no tool of ours')
    const answer = callTool(tool, 'retail', database, toDict(getItem(call, 'kwargs')))
    expect(answer).toBe(getItem(call, 'observation'))
  }
  expect(officialHash(database)).toBe(getItem(record, 'official_hash'))
  expect(canonicalHash(database)).toBe(getItem(record, 'canonical_hash'))
}

function findTool(name: string): Tool | undefined {
  return retailTools.find((tool) => tool.name === name)
}

function toDict(value: PythonValue): PythonDict {
  if (value instanceof Map) return value
  throw new TypeError('an object is expected')
}
