import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { smallBank, writeData } from '../../../test/tau3/small-data.ts'
import { loadTau3 } from '../load.ts'
import { replayResults } from '../replay/replay-results.ts'
import { verifyTau3Bench } from './verify-tau3-bench.ts'

const data = writeData(smallBank())
const domain = loadTau3(data, 'banking_knowledge', { variant: 'no_knowledge' })
const [task] = domain.tasks
if (task === undefined) throw new Error('no task')

function verify(...records: readonly (object | string)[]) {
  const file = join(data, 'records.jsonl')
  writeFileSync(
    file,
    records.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n'),
  )
  return verifyTau3Bench({ domain: 'banking_knowledge', data, files: [file] })
}

const time = { requestor: 'assistant', name: 'get_current_time', arguments: {} }
const answer = { ...time, content: 'The current time is 2025-11-14 03:40:00 EST.', error: false }
const { official, canonical } = domain.open(task).hashes()

test('a record that agrees has no line, one that differs has a line for each value', () => {
  const record = {
    id: 'one',
    task_id: 'task_001',
    calls: [answer],
    official_hash: official,
    canonical_hash: canonical,
  }
  expect(verify(record).lines).toEqual(['1 record, 1 call: 0 mismatches'])
  const wrong = { ...record, calls: [{ ...answer, content: 'noon', error: true }], official_hash: 'x' }
  expect(verify(wrong).lines).toEqual([
    expect.stringMatching(/records\.jsonl:1: one: call 1 \(get_current_time\): expected 'noon'/),
    expect.stringContaining('error: expected true, came false'),
    expect.stringContaining("official_hash: expected 'x'"),
    '1 record, 1 call: 3 mismatches',
  ])
})

test('whole conversations are played, with both sides as recorded', () => {
  const turn = (name: string, kwargs: object) => ({ tool_calls: [{ name, arguments: kwargs }] })
  const record = {
    id: 'episode',
    task_id: 'task_001',
    variant: 'no_knowledge',
    agent: task.actions.map((action) => turn(action.name, Object.fromEntries(action.arguments))),
    user: [{ content: 'Hi' }, { content: '###STOP###' }],
    termination_reason: 'user_stop',
    roles: 'AUATATAU',
    reward: 1,
    reward_breakdown: { DB: 1 },
  }
  expect(verify(record).mismatches).toBe(0)
  expect(verify({ ...record, reward: 0, roles: 'AU' }).mismatches).toBe(2)
})

test.each([
  ['another domain', { domain: 'retail' }, /:1: .*verify it with --domain retail/],
  ['no record', { x: 1 }, /:1: .*it is no head line/],
  ['a field of another type', { id: 'x', calls: 5 }, /:1: .*at calls: expected a list/],
  ['an unknown task', { id: 'x', task_id: 'task_999', calls: [time] }, /no task task_999/],
  ['a damaged line', '{"id"', /:1: .*Expecting ':' delimiter/],
])('%s is reported in one line with file and place', (_what, record, expected) => {
  expect(() => verify(record)).toThrow(expected)
})

test('recorded simulations are executed and scored again', () => {
  const world = domain.open(task)
  const messages = task.actions.flatMap((action) => {
    const { content, error } = world.call(action.requestor, action.name, action.arguments)
    const call = { id: 'c', name: action.name, arguments: Object.fromEntries(action.arguments) }
    return [
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', id: 'c', requestor: 'assistant', content, error },
    ]
  })
  const simulation = (change: object) => ({
    task_id: 'task_001',
    trial: 0,
    termination_reason: 'user_stop',
    reward_info: { reward: 1, db_check: { db_match: true } },
    messages,
    ...change,
  })
  const replay = (...simulations: readonly object[]) => {
    const file = join(data, 'results.json')
    writeFileSync(file, JSON.stringify({ simulations }))
    return replayResults({ domain: 'banking_knowledge', data, file })
  }
  expect(replay(simulation({}))).toMatchObject({ agrees: true })
  expect(replay(simulation({})).lines.at(-1)).toBe('pass^1 1.000')
  const wrong = replay(
    simulation({
      messages: messages.with(1, { ...messages[1], content: 'other' } as never),
      reward_info: { reward: 0 },
    }),
  )
  expect(wrong.agrees).toBe(false)
  expect(wrong.lines[0]).toMatch(
    /results\.json: task task_001, trial 0: call 1 \(unlock_discoverable_agent_tool\): recorded 'other'/,
  )
  expect(wrong.lines[1]).toMatch(/reward 0 is recorded, 1 computed/)
  expect(() => replay(simulation({ messages: 5 }))).toThrow(
    /simulation 1: at simulations\.0\.messages: expected a list/,
  )
})
