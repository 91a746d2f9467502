import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { headerOf, recordsOf, writeLines, writeSmallData } from '../../test/small-data.ts'
import type { Domain } from '../data/load-domain.ts'
import { episodeDatabase } from '../data/open-database.ts'
import { canonicalHash, officialHash } from '../hash/database-hash.ts'
import type { Verification } from './check-records.ts'
import { verifyTauBench } from './verify-records.ts'

/** Verifies a file of the header and one record. */
function verify(
  change: (
    records: ReturnType<typeof recordsOf> & { readonly domain: Domain },
    header: JsonObject,
  ) => JsonObject[],
): Verification {
  const { folder, domain } = writeSmallData()
  const file = writeLines(folder, change({ ...recordsOf(domain), domain }, headerOf(domain)))
  return verifyTauBench({ domain: 'retail', data: folder, files: [file] })
}

/** A copy of the record in which the value at the path is another one; undefined leaves it out. */
function changed(
  record: JsonObject,
  path: readonly (string | number)[],
  value: JsonValue | undefined,
): JsonObject {
  const copy = structuredClone(record) as Record<string | number, unknown>
  let parent = copy
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string | number, unknown>
  const [last = ''] = path.slice(-1)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return JSON.parse(JSON.stringify(copy)) as JsonObject
}

const kinds = ['groundTruth', 'scripted', 'trajectory'] as const

test('records of every format pass, and are counted', () => {
  const { lines, ...counts } = verify(({ groundTruth, scripted, trajectory }, header) => [
    header,
    groundTruth,
    scripted,
    trajectory,
  ])
  expect(lines).toEqual(['3 records, 7 calls: 0 mismatches'])
  expect(counts).toEqual({ records: 3, calls: 7, mismatches: 0, unchecked: 0 })
})

describe('a changed field is reported once, by name', () => {
  test.each([
    ['groundTruth', ['user_id'], 'user_id'],
    ['groundTruth', ['outputs'], 'outputs'],
    ['groundTruth', ['actions', 0, 'name'], 'action 1 (find_user_id_by_email): name'],
    ['groundTruth', ['actions', 1, 'kwargs'], 'action 2 (cancel_pending_order): kwargs'],
    ['groundTruth', ['actions', 1, 'observation'], 'action 2 (cancel_pending_order): observation'],
    ['groundTruth', ['actions', 2, 'skipped'], 'action 3 (transfer_to_human_agents): skipped'],
    ['groundTruth', ['official_hash'], 'official hash of the database'],
    ['groundTruth', ['canonical_hash'], 'canonical hash of the database'],
    ['groundTruth', ['reward_noop'], 'reward_noop'],
    ['groundTruth', ['reward_ground_truth'], 'reward_ground_truth'],
    ['groundTruth', ['reward_ground_truth_silent'], 'reward_ground_truth_silent'],
    ['scripted', ['actions', 1, 'observation'], 'call 2 (cancel_pending_order): observation'],
    ['scripted', ['actions', 2, 'done'], 'call 3 (respond): done'],
    ['scripted', ['actions', 2, 'reward'], 'call 3 (respond): reward'],
    ['scripted', ['ends'], 'number of ends'],
    ['scripted', ['ends', 0, 'reward'], 'end 1: reward'],
    ['scripted', ['ends', 0, 'agent_official_hash'], 'end 1: agent_official_hash'],
    ['scripted', ['ends', 0, 'agent_canonical_hash'], 'end 1: agent_canonical_hash'],
    ['scripted', ['ends', 0, 'r_actions'], 'end 1: r_actions'],
    ['scripted', ['ends', 0, 'gt_data_hash'], 'end 1: gt_data_hash'],
    ['scripted', ['ends', 0, 'r_outputs'], 'end 1: r_outputs'],
    ['scripted', ['ends', 0, 'outputs', '15'], 'output "15" found'],
    ['scripted', ['official_hash'], 'official hash of the database'],
    ['trajectory', ['steps', 0, 'kwargs'], 'step 1 (find_user_id_by_email): kwargs'],
    ['trajectory', ['steps', 1, 'observation'], 'step 2 (cancel_pending_order): observation'],
    ['trajectory', ['done'], 'done'],
    ['trajectory', ['reward'], 'reward'],
    ['trajectory', ['official_hash'], "official hash of the agent's database"],
    ['trajectory', ['gt_canonical_hash'], "canonical hash of the ground truth's database"],
    ['trajectory', ['r_actions'], 'r_actions'],
    ['trajectory', ['outputs', '15'], 'output "15" found'],
    ['trajectory', ['reward_with_recorded_task'], 'reward_with_recorded_task'],
  ] as const)('%s %j', (kind, path, what) => {
    const { lines, mismatches } = verify((records) => {
      const value = path.reduce<JsonValue | undefined>(
        (at, key) => (at as Record<string | number, JsonValue>)[key],
        records[kind],
      )
      return [changed(records[kind], path, other(value))]
    })
    expect(mismatches).toBe(1)
    expect(lines[0]).toContain(`.jsonl:1: `)
    expect(lines[0]).toContain(`: ${what}: expected `)
    expect(lines[0]).not.toContain('\n')
    expect(lines).toHaveLength(2)
  })

  test.each(['initial_official_hash', 'initial_canonical_hash'])('header %s', (field) => {
    const { mismatches, records } = verify((_, header) => [{ ...header, [field]: 'another' }])
    expect({ mismatches, records }).toEqual({ mismatches: 1, records: 0 })
  })
})

/** Another value of the same type. */
function other(value: JsonValue | undefined): JsonValue {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return 1 - value
  if (typeof value === 'string') return `${value}!`
  return Array.isArray(value) ? [] : { another: 'argument' }
}

test('a long answer is cut to where it differs', () => {
  const { lines } = verify(({ scripted }) => {
    const observation = (scripted.actions as JsonObject[])[1]?.observation as string
    return [changed(scripted, ['actions', 1, 'observation'], observation.replace('cancelled', 'delivered'))]
  })
  expect(lines[0]?.length).toBeLessThan(400)
  expect(lines[0]).toMatch(/expected '….*"status": "delivered".*…', came '….*"status": "cancelled"/)
})

test.each(kinds)('an answer may be there as its digest alone: %s', (kind) => {
  const [list, index] = kind === 'trajectory' ? ['steps', 1] : ['actions', 1]
  const withDigest = (record: JsonObject, edit: (text: string) => string): JsonObject => {
    const text = (record[list] as JsonObject[])[index]?.observation as string
    const digest = createHash('sha256').update(edit(text)).digest('hex').slice(0, 32)
    return changed(
      changed(record, [list, index, 'observation'], undefined),
      [list, index, 'observation_sha256_32'],
      digest,
    )
  }
  expect(verify((records) => [withDigest(records[kind], (text) => text)])).toMatchObject({ mismatches: 0 })
  const { lines, mismatches } = verify((records) => [withDigest(records[kind], (text) => `${text} `)])
  expect(mismatches).toBe(1)
  expect(lines[0]).toContain('observation, sha256: expected ')
})

test.each(kinds)('kwargs that are left out are those of the task, or of the arguments: %s', (kind) => {
  const list = kind === 'trajectory' ? 'steps' : 'actions'
  const { mismatches, calls } = verify((records) => [
    changed(changed(records[kind], [list, 0, 'kwargs'], undefined), [list, 1, 'kwargs'], undefined),
  ])
  expect(mismatches).toBe(0)
  expect(calls).toBeGreaterThan(1)
})

test.each(['scripted', 'trajectory'] as const)(
  'the database is compared as the agent left it at its first end, whatever follows: %s',
  (kind) => {
    const list = kind === 'trajectory' ? 'steps' : 'actions'
    const after = [
      { name: 'cancel_pending_order', kwargs: { order_id: '#W1', reason: 'ordered by mistake' } },
      { name: 'think', kwargs: { thought: '' } },
    ]
    const { lines } = verify((records) => {
      const record = records[kind]
      const [first, ...rest] = record[list] as JsonObject[]
      const calls = [first, ...rest.slice(1), ...after] // without the cancellation, so another end than the task's
      const left = episodeDatabase(records.domain.database)
      return [
        {
          ...record,
          [list]: calls as JsonObject[],
          official_hash: officialHash(left),
          canonical_hash: canonicalHash(left),
        },
      ]
    })
    expect(lines.filter((line) => line.includes('database'))).toEqual([])
  },
)

test('arguments that are a Python literal are read', () => {
  const literal = "{'order_id': '#W3', 'reason': \"no longer needed\",}"
  const { lines } = verify(({ trajectory }) => [changed(trajectory, ['steps', 1, 'arguments'], literal)])
  expect(lines).toEqual(['1 record, 2 calls: 0 mismatches'])
})

test('what Python raises is compared', () => {
  const record = (raised: string): JsonObject => ({
    id: 'retail/respond/1',
    task_index: 1,
    calls: [{ name: 'respond', kwargs: { text: 'Hi' }, observation: null, raised }],
  })
  expect(verify(() => [record("KeyError: 'content'")]).mismatches).toBe(0)
  expect(verify(() => [record("KeyError: 'text'")]).lines[0]).toContain('call 1 (respond): raised: expected ')
})

test('what the evaluation raises is compared, the user having said the stop mark', () => {
  const calls = [
    { name: 'respond', kwargs: { content: null }, observation: 'ok' },
    {
      name: 'respond',
      kwargs: { content: 'Bye' },
      observation: null,
      raised: "AttributeError: 'NoneType' object has no attribute 'lower'",
    },
  ]
  expect(verify(() => [{ id: 'retail/reward/3', task_index: 0, calls, ends: [] }]).lines).toEqual([
    '1 record, 2 calls: 0 mismatches',
  ])
})

test('a record with nothing to check is not counted as passed', () => {
  const empty = {
    id: 'retail/x/1',
    task_index: 1,
    calls: [{ name: 'think', kwargs: { thought: '' } }],
    note: 'x',
  }
  const { lines, records, unchecked } = verify(() => [empty])
  expect({ records, unchecked }).toEqual({ records: 0, unchecked: 1 })
  expect(lines[0]).toMatch(/:1: retail\/x\/1: nothing to check$/)
  expect(lines[1]).toBe('0 records, 1 call: 0 mismatches, 1 record with nothing to check')
})

test('a task that the data does not have is a mismatch', () => {
  expect(verify(({ groundTruth }) => [{ ...groundTruth, index: 99 }]).lines[0]).toContain(
    'the data has no task 99',
  )
})

test('gzip is told by its content', () => {
  const { folder, domain } = writeSmallData()
  const file = writeLines(folder, [recordsOf(domain).trajectory])
  writeFileSync(file, gzipSync(readFileSync(file)))
  expect(verifyTauBench({ domain: 'retail', data: folder, files: [file] }).lines).toEqual([
    '1 record, 2 calls: 0 mismatches',
  ])
})

test.each([
  ['{"a": 1', ':1: no record of τ-bench: '],
  ['{"index": 0, "actions": []}\n\n[]', ':3: no record of τ-bench: the line is not a JSON object'],
  ['{"task": 1}', ':1: no record of τ-bench: it has neither steps, calls nor actions'],
  ['{"index": 0, "actions": [{"kwargs": {}}]}', ':1: no record of τ-bench: at actions.0.name: it is missing'],
  [
    '{"id": "airline/x/1", "task_index": 0, "calls": []}',
    ':1: no record of τ-bench: it is a record of airline',
  ],
  [
    '{"id": "retail/x/1", "task_index": 0, "calls": [{"name": "think"}]}',
    ':1: no record of τ-bench: call 1 has no kwargs',
  ],
  ['{"domain": "retail", "split": "prod"}', ':1: no record of τ-bench: retail has no split prod'],
  ['', 'has no records'],
])('is no such record: %s', (text, message) => {
  const { folder } = writeSmallData()
  const file = writeLines(folder, [text])
  const run = () => verifyTauBench({ domain: 'retail', data: folder, files: [file] })
  expect(run).toThrow(expect.objectContaining({ code: 'invalid-data', name: 'SkillStateError' }))
  expect(run).toThrow(message)
})

test('a file that is not there is named', () => {
  const { folder } = writeSmallData()
  const files = [join(folder, 'none.jsonl')]
  expect(() => verifyTauBench({ domain: 'retail', data: folder, files })).toThrow(
    /none\.jsonl cannot be read/,
  )
})
