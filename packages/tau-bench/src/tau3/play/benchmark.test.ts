import { type Model, promptText } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { smallBank, writeData } from '../../../test/tau3/small-data.ts'
import { smallShops } from '../../../test/tau3/small-shop.ts'
import { loadTau3 } from '../load.ts'
import { tau3Bench } from './benchmark.ts'
import { modelUser, readLine, scriptedUser, writeCall } from './user.ts'

const folder = writeData({ ...smallBank(), ...smallShops() })
const banking = loadTau3(folder, 'banking_knowledge', { variant: 'no_knowledge' })

/** Plays a task by the reference player alone. */
async function play(benchmark: ReturnType<typeof tau3Bench>, index: number) {
  const [task] = [...benchmark.tasks({ seeds: [7], horizons: [] })].slice(index)
  if (task === undefined || benchmark.player === undefined) throw new Error('no such task')
  const environment = benchmark.open(task)
  let observation = await environment.reset({ seed: 7 })
  const history = []
  for (let step = 0; !observation.done && step < 20; step++) {
    const view = { instructions: '', history, observation: observation.text }
    const decision = benchmark.player.decide(view)
    history.push({ observation: observation.text, response: '' })
    observation = await environment.step(decision.action)
  }
  return { observation, outcome: await environment.outcome() }
}

describe('the reference player solves', () => {
  test.each([
    ['banking, with a call of the user', 'banking_knowledge', 1],
    ['banking, with a hidden tool', 'banking_knowledge', 0],
    ['airline, with a text to say', 'airline', 0],
    ['retail', 'retail', 0],
  ] as const)('%s', async (_what, name, index) => {
    const domain = loadTau3(folder, name, { variant: 'no_knowledge' })
    const { outcome, observation } = await play(tau3Bench({ domain }), index)
    expect(observation.text).toContain('###STOP###')
    expect(outcome).toMatchObject({
      reward: 1,
      metrics: { rewardUnjudged: name === 'banking_knowledge' && index === 1 ? 0 : 1 },
    })
  })
})

test('an agent that does nothing scores 0', async () => {
  const benchmark = tau3Bench({ domain: banking, user: scriptedUser(() => ['Hi', '###STOP###']) })
  const [task] = benchmark.tasks({ seeds: [1], horizons: [] })
  if (task === undefined) throw new Error('no task')
  const environment = benchmark.open(task)
  await environment.reset({ seed: 1 })
  await environment.step({ respond: 'Hello.' })
  expect(await environment.outcome()).toMatchObject({ reward: 0, metrics: { database: 0 } })
})

test('a blank text breaks the episode off, as it raises officially', async () => {
  const benchmark = tau3Bench({ domain: banking, user: scriptedUser(() => ['Hi']) })
  const [task] = benchmark.tasks({ seeds: [1], horizons: [] })
  if (task === undefined) throw new Error('no task')
  const environment = benchmark.open(task)
  await environment.reset({ seed: 1 })
  expect((await environment.step({ respond: ' ' })).done).toBe(true)
  expect(await environment.outcome()).toMatchObject({ reward: 0, metrics: { raised: 1 } })
})

test('a user that a model plays calls tools that the agent does not see', async () => {
  const given: string[] = []
  const replies = [
    'Hello',
    '```json\n{"call": "request_human_agent_transfer", "arguments": {}}\n```',
    'Thanks. ###STOP###',
  ]
  const model: Model = {
    id: 'scripted',
    async generate({ prompt }) {
      given.push(promptText(prompt))
      return { text: replies.shift() ?? '', finishReason: 'stop', usage: {}, model: 'scripted' }
    },
  }
  const benchmark = tau3Bench({ domain: banking, user: modelUser(model) })
  const [, task] = benchmark.tasks({ seeds: [1], horizons: [] })
  if (task === undefined) throw new Error('no task')
  const environment = benchmark.open(task)
  await environment.reset({ seed: 1 })
  const observation = await environment.step({ respond: 'Go on.' })
  expect(observation).toMatchObject({ text: 'User: Thanks. ###STOP###', done: true })
  expect(observation.calls).toHaveLength(2)
  expect(given[0]).toContain('You hold a check.')
  expect(given[0]).toContain('call_discoverable_user_tool')
  expect(given[2]).toContain('Transfer request #1 submitted.')
})

test('a line is a call only if it is one as a whole', () => {
  const kwargs = new Map([['a', 1.5]])
  expect(readLine(writeCall('x', kwargs))).toEqual({ calls: [{ name: 'x', arguments: kwargs }] })
  for (const line of ['Say {"call": "x", "arguments": {}}', '{"call": "x"}', '5', '']) {
    expect(readLine(line)).toEqual({ content: line })
  }
})

test('the id names the domain, the variant and what is not official', () => {
  expect(tau3Bench({ domain: banking }).id).toBe('tau3-bench-banking-no_knowledge-plan-user@1')
  expect(tau3Bench({ domain: loadTau3(folder, 'retail'), maxSteps: 9 }).id).toBe(
    'tau3-bench-retail-plan-user-9-steps@1',
  )
})

test('golden documents belong to the task, other policies to the skill', () => {
  const golden = tau3Bench({ domain: loadTau3(folder, 'banking_knowledge', { variant: 'golden_retrieval' }) })
  const [task] = golden.tasks({ seeds: [1], horizons: [] })
  expect(task?.instructions).toContain('## Freezing\n\nUnlock freeze_debit_card_3892')
  expect(golden.skill.instructions).not.toContain('Freezing')
  expect(tau3Bench({ domain: banking }).skill.instructions).toContain('Be kind.\n\nYou serve a bank.')
})
