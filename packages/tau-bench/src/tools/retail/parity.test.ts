import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeSharedData } from '../../_shared-data.ts'
import { callTool } from '../../call-tool.ts'
import { loadDomain } from '../../data/load-domain.ts'
import { createDatabase, type DatabaseBase } from '../../data/open-database.ts'
import { canonicalHash, officialHash } from '../../hash/database-hash.ts'
import { getItem, iterate } from '../../python/containers.ts'
import { parsePythonJson } from '../../python/parse-json.ts'
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
    const tasks = readRecords(folder, file).filter((record) => record.has('actions'))
    test.each(tasks.map((task) => [textOf(task, 'index'), task] as const))('task %s', (_index, task) => {
      replay(base, task, callsOf(task, 'actions'))
    })
  })

  describe('errors-retail', () => {
    const records = readRecords(folder, 'errors-retail').filter((record) => findTool(textOf(record, 'tool')))
    test.each(records.map((record) => [textOf(record, 'id'), record] as const))('%s', (_id, record) => {
      replay(base, record, callsOf(record, 'calls'))
    })
  })
})

/** Makes the calls on a fresh database, and compares each answer and the hashes of the database in the end. */
function replay(base: DatabaseBase, record: PythonDict, calls: readonly PythonValue[]): void {
  const database = createDatabase(base)
  for (const call of calls.map(toDict)) {
    const tool = findTool(textOf(call, 'name'))
    if (tool === undefined || call.has('skipped')) continue
    const answer = callTool(tool, 'retail', database, toDict(getItem(call, 'kwargs')))
    expect(answer).toBe(getItem(call, 'observation'))
  }
  expect(officialHash(database)).toBe(getItem(record, 'official_hash'))
  expect(canonicalHash(database)).toBe(getItem(record, 'canonical_hash'))
}

function readRecords(folder: string, file: string): readonly PythonDict[] {
  const text = readFileSync(join(folder, 'parity', `${file}.jsonl`), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => toDict(parsePythonJson(line)))
}

function findTool(name: string): Tool | undefined {
  return retailTools.find((tool) => tool.name === name)
}

function callsOf(record: PythonDict, key: string): readonly PythonValue[] {
  return iterate(getItem(record, key))
}

function textOf(record: PythonDict, key: string): string {
  return String(getItem(record, key))
}

function toDict(value: PythonValue): PythonDict {
  if (value instanceof Map) return value
  throw new TypeError('an object is expected')
}
