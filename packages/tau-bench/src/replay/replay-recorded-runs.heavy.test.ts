import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { describeSharedData } from '../../test/shared-data.ts'
import { recordsOf, writeLines, writeSmallData } from '../../test/small-data.ts'
import { dumps } from '../python/index.ts'
import { readRecordedRuns } from './recorded-runs.ts'
import { replayRecordedRuns } from './replay-recorded-runs.ts'

function writeJson(folder: string, value: JsonValue): string {
  const file = join(folder, 'results.json')
  writeFileSync(file, JSON.stringify(value, null, 2))
  return file
}

function text(value: JsonValue | undefined): string {
  if (typeof value !== 'string') throw new TypeError('a text is expected')
  return value
}

/** The trajectory as the official runner writes it, by the tool-calling agent. */
function officialOf({ steps, first_user }: JsonObject): JsonObject {
  const messages = (steps as JsonObject[]).flatMap((step): JsonObject[] => {
    if (step.type === 'respond') {
      const said = { role: 'assistant', content: step.content ?? null }
      return [said, { role: 'user', content: step.user ?? null }]
    }
    const call = { function: { name: step.name ?? null, arguments: step.arguments ?? null }, id: 'x' }
    const ignored = { function: { name: 'think', arguments: '{}' } }
    return [
      { role: 'assistant', content: null, tool_calls: [call, ignored] },
      { role: 'tool', name: step.name ?? null, content: step.observation ?? null },
    ]
  })
  const opening = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: first_user ?? null },
  ]
  return { task_id: 0, reward: 1.0, info: { user_cost: 0.1 }, traj: [...opening, ...messages], trial: 0 }
}

/** The same by the react agent. */
function reactOf({ steps, first_user }: JsonObject): JsonObject {
  const messages = (steps as JsonObject[]).flatMap((step): JsonObject[] => {
    if (step.type === 'respond') {
      const content = `Thought:\nSay it.\nAction:\n${text(step.content)}`
      return [
        { role: 'assistant', content },
        { role: 'user', content: step.user ?? null },
      ]
    }
    const action = `{"name": "${text(step.name)}", "arguments": ${text(step.arguments)}}`
    return [
      { role: 'assistant', content: `Thought:\nCall it.\nAction:\n${action}` },
      { role: 'user', content: `API output: ${text(step.observation)}` },
    ]
  })
  const opening = [
    { role: 'system', content: 'Be kind.\n#Available tools\n[]' },
    { role: 'user', content: first_user ?? null },
  ]
  return { task_id: 0, reward: 1.0, info: {}, traj: [...opening, ...messages], trial: 0 }
}

test('all formats give the same run', () => {
  const { folder, domain } = writeSmallData()
  const { trajectory } = recordsOf(domain)
  const [run] = readRecordedRuns(writeLines(folder, [trajectory]))
  const file = writeJson(folder, [officialOf(trajectory), reactOf(trajectory)])
  const [official, react] = readRecordedRuns(file)
  expect(run?.steps).toHaveLength(3)
  expect({ ...official, domain: 'retail' }).toEqual(run)
  expect(react?.steps.map((step) => step.kind)).toEqual(run?.steps.map((step) => step.kind))
})

test('arguments that are a Python literal are read, in either format', () => {
  const { folder, domain } = writeSmallData()
  const { trajectory } = recordsOf(domain)
  const literal = "{'order_id': '#W3', 'reason': 'no longer needed', 'sure': True, 'fee': 1.0, 'note': None}"
  const steps = (trajectory.steps as JsonObject[]).with(1, {
    ...(trajectory.steps as JsonObject[])[1],
    arguments: literal,
  })
  const [recorded] = readRecordedRuns(writeLines(folder, [{ ...trajectory, steps }]))
  const [official] = readRecordedRuns(writeJson(folder, [officialOf({ ...trajectory, steps })]))
  const [, step] = recorded?.steps ?? []
  expect(step?.kind === 'tool' && dumps(step.kwargs)).toBe(
    '{"order_id": "#W3", "reason": "no longer needed", "sure": true, "fee": 1.0, "note": null}',
  )
  expect(official?.steps[1]).toEqual(recorded?.steps[1])
})

test('a run is executed again, its reward and its answers compared', () => {
  const { folder, domain } = writeSmallData()
  const { trajectory } = recordsOf(domain)
  const file = writeJson(folder, [officialOf(trajectory), reactOf(trajectory)])
  const { lines, agrees } = replayRecordedRuns({ domain: 'retail', data: folder, file })
  expect(lines).toEqual([
    '2 runs: 2 rewards computed as recorded',
    '4 tool calls: 4 answers as recorded, 0 others',
  ])
  expect(agrees).toBe(true)
})

test('a difference is told, and a renamed field is told as such', () => {
  const { folder, domain } = writeSmallData()
  const { trajectory } = recordsOf(domain)
  const steps = trajectory.steps as JsonObject[]
  const replay = (step: JsonObject, more: JsonObject = {}) =>
    replayRecordedRuns({
      domain: 'retail',
      data: folder,
      file: writeLines(folder, [{ ...trajectory, ...more, steps: [step, ...steps.slice(1)] }]),
    })
  const other = replay({ ...steps[0], observation: 'somebody' }, { recorded_reward: 0 })
  expect(other.agrees).toBe(false)
  expect(other.lines[0]).toMatch(
    /task 0, trial 0, step 1 \(find_user_id_by_email\): recorded 'somebody', today 'bob_ray_2'$/,
  )
  expect(other.lines[1]).toMatch(/task 0, trial 0: reward 0 is recorded, 1 computed$/)
  expect(other.lines.at(-1)).toBe('1 differ for reasons not known')
})

test('the documented change of the data explains a difference only if it is all of it', () => {
  const { folder } = writeSmallData()
  const today = '{"order_id": "#W9", "address": {"state": "CA"}, "status": "pending"}'
  const orders = join(folder, 'retail', 'orders.json')
  writeFileSync(orders, `{"#W9": ${today}}`)
  const before = today.replace('"state"', '"province"')
  const run = (observation: string): JsonObject => ({
    domain: 'retail',
    task_id: 1,
    recorded_reward: 0,
    first_user: 'Hi',
    steps: [{ name: 'get_order_details', kwargs: { order_id: '#W9' }, observation }],
  })
  const replay = (observation: string) =>
    replayRecordedRuns({ domain: 'retail', data: folder, file: writeLines(folder, [run(observation)]) })
  const drifted = replay(before)
  expect(drifted.agrees).toBe(true)
  expect(drifted.lines.at(-1)).toBe(
    '1 differ only in that the field province is called state since 2025-01-16',
  )
  expect(replay(before.replace('CA', 'NY')).agrees).toBe(false)
})

test('a run that was given up is said to be, and has the reward 0', () => {
  const { folder } = writeSmallData()
  const run = { task_id: 0, reward: 0.0, info: { error: 'no quota\nat once' }, traj: [], trial: 2 }
  const file = writeJson(folder, [run])
  const { lines, agrees } = replayRecordedRuns({ domain: 'retail', data: folder, file })
  expect(lines[0]).toMatch(/task 0, trial 2: given up: no quota$/)
  expect(agrees).toBe(true)
})

test.each([
  ['[{"task_id": 0}]', ', run 1 of the list: no recorded run of τ-bench: at traj: '],
  ['[1, 2', ', as a whole: no recorded run of τ-bench: '],
  ['{"index": 0, "actions": []}', ':1: no record of τ-bench: at steps: it is missing'],
  [
    '{"domain": "airline", "task_id": 0, "recorded_reward": 0, "first_user": "", "steps": []}',
    'check --domain',
  ],
  [
    '{"domain": "retail", "task_id": 9, "recorded_reward": 0, "first_user": "", "steps": []}',
    'has no task 9',
  ],
  [
    '[{"task_id": 0, "trial": 0, "reward": 1, "info": {}, "traj": [{"role": "assistant", "content": "a"}]}]',
    'message 1 of the conversation',
  ],
])('is no recorded run: %s', (text, message) => {
  const { folder } = writeSmallData()
  const file = writeLines(folder, [text])
  expect(() => replayRecordedRuns({ domain: 'retail', data: folder, file })).toThrow(
    expect.objectContaining({ code: 'invalid-data', message: expect.stringContaining(message) }),
  )
})

describeSharedData('the recorded gpt-4o run of the airline tasks', (folder) => {
  test('every reward, and every answer but those of the renamed field', { timeout: 120_000 }, () => {
    const file = join(folder, 'trajectories/airline-gpt-4o-trial-0.jsonl.gz')
    const { lines, agrees } = replayRecordedRuns({ domain: 'airline', data: folder, file })
    expect(lines).toEqual([
      '50 runs: 50 rewards computed as recorded',
      '282 tool calls: 252 answers as recorded, 30 others',
      '30 differ only in that the field province is called state since 2025-01-16',
    ])
    expect(agrees).toBe(true)
  })
})
