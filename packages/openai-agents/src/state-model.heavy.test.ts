import {
  Agent,
  MemorySession,
  type Model,
  Runner,
  RunState,
  run,
  setTracingDisabled,
  shellTool,
  tool,
} from '@openai/agents'
import { agent } from '@skill-state/agent'
import type { Dropped } from '@skill-state/agent/embedded'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ScriptedAgentsModel } from '../test/scripted-agents-model.ts'
import { fromModel, stateModel, stateProvider, stateSession } from './index.ts'
import { transcriptOf } from './items.ts'

setTracingDisabled(true)

const state = z.object({ asked: z.number().default(0) })
const options = { state, onWarning: () => {} }
const written = (patch: object, action: object): string => JSON.stringify({ state_patch: patch, action })
const session = () => stateSession(new MemorySession())

/** Hands the first question over, and replies to what comes after it. */
function desk(): ScriptedAgentsModel {
  return new ScriptedAgentsModel(async (prompt) => {
    const asked = Number(/"asked": ?(\d+)/.exec(prompt)?.[1]) + 1
    if (prompt.includes('user says: Money') && !prompt.includes('\nResult: '))
      return written({ asked }, { transfer_to_bank: {} })
    return written({ asked }, { reply: `${/You are the \w+/.exec(prompt)?.[0]}, question ${asked}.` })
  })
}

test('a model that reads images is shown those of an agent', async () => {
  const inner = new ScriptedAgentsModel(async () => written({}, { reply: 'A cat.' }))
  const model = fromModel(inner, { id: 'm', capabilities: { sees: ['image/png'] } })
  const session = await agent({ model, instructions: 'Look.', ...options, tools: {} }).open({ id: 'a' })
  await session.ask('What is this?', { parts: [{ type: 'image', mediaType: 'image/png', data: 'QUJD' }] })
  expect(inner.sent.map(({ messages }) => messages.flatMap(({ images = [] }) => images))).toEqual([['QUJD']])
})

const png = { type: 'image', mediaType: 'image/png', data: 'QUJD' }
test.for<readonly [form: string, part: object, expected: object | undefined]>([
  ['an image of a message', { type: 'input_image', image: 'data:image/png;base64,QUJD' }, png],
  [
    'a file of a message',
    { type: 'input_file', file: 'data:application/pdf;base64,QUJD', filename: 'a.pdf' },
    { type: 'file', mediaType: 'application/pdf', data: 'QUJD', name: 'a.pdf' },
  ],
  ['an image of a tool', { type: 'image', image: { data: 'QUJD', mediaType: 'image/png' } }, png],
  [
    'a sound',
    { type: 'audio', audio: 'QUJD', format: 'wav' },
    { type: 'file', mediaType: 'audio/wav', data: 'QUJD' },
  ],
  ['an address', { type: 'input_image', image: 'https://a.example/b.png' }, undefined],
  ['the id of a file', { type: 'input_file', file: { id: 'file-1' } }, undefined],
])('%s is read', ([, part, expected]) => {
  const [entry] = transcriptOf([{ role: 'user', content: [part] as never }])
  const line = expect.stringMatching(/^\[\w+: not shown, because its bytes were not given with it\]$/)
  expect(entry).toEqual({ by: 'user', text: expected ? '' : line, parts: expected && [expected] })
})

test('a handoff takes the state along', async () => {
  const model = stateModel(desk(), options)
  const bank = new Agent({ name: 'bank', instructions: 'You are the bank.', model })
  const front = new Agent({ name: 'front', instructions: 'You are the desk.', model, handoffs: [bank] })
  const result = await run(front, 'Money, please.', { session: session() })
  expect([result.lastAgent?.name, result.finalOutput]).toEqual(['bank', 'You are the bank, question 2.'])
})

test('agents with states of their own hand a conversation over and back, and each sees the message', async () => {
  const prompts: string[] = []
  const speaking = (name: string, other: string, state: z.ZodObject): Agent => {
    const model = new ScriptedAgentsModel(async (prompt) => {
      const [, observation = ''] = prompt.split('\nLatest Observation: ')
      prompts.push(`${name}: ${observation.split('\n\nProvide your response')[0]}`)
      const [, asked = ''] = /The user says: (.*)/.exec(observation) ?? []
      const isMine = asked.includes(name) || observation.includes('was handed back')
      return isMine
        ? written({ asked: 1 }, { reply: `The ${name} has read: ${asked}` })
        : written({}, { [`transfer_to_${other}`]: {} })
    })
    return new Agent({ name, model: stateModel(model, { ...options, state, name }) })
  }
  const front = speaking('front', 'bank', state)
  const bank = speaking(
    'bank',
    'front',
    z.object({ asked: z.number().optional(), cents: z.number().optional() }),
  )
  front.handoffs = [bank]
  bank.handoffs = [front]
  const own = new MemorySession()
  const said: unknown[] = []
  const ask = async (agent: Agent, text: string): Promise<void> => {
    const { finalOutput } = await run(agent, text, { session: stateSession(own) })
    said.push(finalOutput)
  }
  await ask(front, 'To the bank')
  await ask(bank, 'To the bank again')
  await ask(bank, 'To the front')
  await ask(front, 'To neither of you')
  expect(said).toEqual([
    'The bank has read: To the bank',
    'The bank has read: To the bank again',
    'The front has read: To the front',
    'The front has read: To neither of you',
  ])
  const line = (text: string, of = prompts): string => of.find((prompt) => prompt.includes(text)) ?? ''
  expect(line('bank: ')).toContain('{"assistant":"bank"}')
  expect(line('front: The user says: To the front')).toContain('You handed the conversation over by')
  expect(line('front: The user says: To the front')).toContain(
    'Notice: Another agent has handed the conversation over to you.',
  )
  expect(line('was handed back')).toMatch(/^front: The user says: To neither[\s\S]*- done: transfer_to_bank/)
  const calls = (await own.getItems()).flatMap((item) => (item.type === 'function_call' ? [item.callId] : []))
  expect([calls.length, new Set(calls).size]).toEqual([4, 4])
})

test('sessions of one agent have states of their own', async () => {
  const front = new Agent({
    name: 'front',
    instructions: 'You are the desk.',
    model: stateModel(desk(), options),
  })
  const [one, other] = [session(), session()]
  await run(front, 'Hi', { session: one })
  const replies = [await run(front, 'Hi again', { session: one }), await run(front, 'Hi', { session: other })]
  expect(replies.map(({ finalOutput }) => finalOutput)).toEqual([
    'You are the desk, question 2.',
    'You are the desk, question 1.',
  ])
})

test('a run gets the turns before the last one as one item, and the record still names their entries', async () => {
  const dropped: Dropped[] = []
  const model = stateModel(desk(), { ...options, onDropped: (each) => dropped.push(each) })
  const given: number[] = []
  const watched: Model = {
    getResponse: async (request) => {
      given.push(request.input.length)
      return await model.getResponse(request)
    },
    getStreamedResponse: (request) => model.getStreamedResponse(request),
  }
  const front = new Agent({ name: 'front', instructions: 'You are the desk.', model: watched })
  const own = new MemorySession()
  for (const text of ['One', 'Two', 'Three', 'Three']) await run(front, text, { session: stateSession(own) })
  expect(given).toEqual([2, 4, 4, 4])
  expect(dropped.map(({ count }) => count)).toEqual([0, 2, 4, 6])
  expect(dropped[3]?.entries.map(({ index, by, chars }) => [index, by, chars])).toEqual([
    [0, 'user', 3],
    [1, 'assistant', 29],
    [2, 'user', 3],
    [3, 'assistant', 29],
    [4, 'user', 5],
    [5, 'assistant', 29],
  ])
  expect(await own.getItems()).toHaveLength(8)
})

test('an approved run continues from its serialized state after the session lost the answer of a write', async () => {
  const own = new MemorySession()
  const session = stateSession(own)
  const model = new ScriptedAgentsModel(async (prompt) => {
    if (prompt.includes('user says: Pay') && !prompt.includes('\nResult: ')) return written({}, { pay: {} })
    return written({}, { reply: prompt.includes('It is paid,') ? 'Paid.' : 'Hello.' })
  })
  const paid: string[] = []
  const pay = tool({
    name: 'pay',
    description: 'Pays.',
    parameters: z.object({}),
    needsApproval: true,
    execute: async () => `It is paid, ${paid.push('once')} time.`,
  })
  const front = new Agent({ name: 'front', model: stateModel(model, options), tools: [pay] })
  for (const text of ['Hi', 'Hi again']) await run(front, text, { session })
  const asked = await run(front, 'Pay', { session })
  const [call] = asked.interruptions
  if (call) asked.state.approve(call)
  const addItems = vi.spyOn(own, 'addItems').mockImplementationOnce(async (items) => {
    await MemorySession.prototype.addItems.call(own, items)
    throw new Error('the connection is lost')
  })
  await expect(run(front, asked.state, { session })).rejects.toThrow('the connection is lost')
  expect(addItems).toHaveBeenCalledTimes(1)
  const later = await RunState.fromString(front, asked.state.toString())
  expect([(await run(front, later, { session })).finalOutput, paid]).toEqual(['Paid.', ['once']])
  expect((await own.getItems()).map((item) => ('role' in item ? item.role : item.type))).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
    'function_call',
    'function_call_result',
    'assistant',
  ])
})

test('a provider gives models by name a state', async () => {
  const modelProvider = stateProvider({ getModel: () => desk() }, { ...options, session: 'a' })
  const front = new Agent({ name: 'front', instructions: 'You are the desk.', model: 'some-model' })
  const { finalOutput } = await new Runner({ modelProvider, tracingDisabled: true }).run(front, 'Hi')
  expect(finalOutput).toBe('You are the desk, question 1.')
})

test('rejects what cannot work, in one line', async () => {
  const model = stateModel(desk(), options)
  await expect(run(new Agent({ name: 'a', model }), 'Hi')).rejects.toThrow(
    'no session is named: run the agent with session',
  )
  const stored = new Agent({ name: 'a', model, prompt: { promptId: 'p' } })
  await expect(run(stored, 'Hi', { session: session() })).rejects.toThrow('prompt: a stored prompt hides')
  const shell = shellTool({ shell: { run: async () => ({ output: [] }) } })
  const shelled = new Agent({ name: 'a', model, tools: [shell] })
  await expect(run(shelled, 'Hi', { session: session() })).rejects.toThrow('tools: shell answers with')
})

test('a model of the SDK answers for an agent outside of it, and streams', async () => {
  const talk = agent({
    ...options,
    model: fromModel(desk(), { id: 'desk' }),
    instructions: 'You are the desk.',
    tools: {},
  })
  const pieces: string[] = []
  for await (const event of (await talk.open({ id: 'a' })).send('Hi')) {
    if (event.type === 'reply-text') pieces.push(event.text)
    if (event.type === 'usage') expect(event.usage).toMatchObject({ inputTokens: 100, outputTokens: 10 })
  }
  expect(pieces.length).toBeGreaterThan(1)
  expect(pieces.join('')).toBe('You are the desk, question 1.')
})

test('a tool that fails without a text of its own leaves its patch in doubt', async () => {
  const model = new ScriptedAgentsModel(async (prompt) => {
    return prompt.includes('An error occurred')
      ? written({}, { reply: 'Sorry.' })
      : written({ asked: 9 }, { look: {} })
  })
  const look = tool({
    name: 'look',
    description: 'Looks.',
    parameters: z.object({}),
    execute: async () => fail(),
  })
  const front = new Agent({ name: 'front', model: stateModel(model, options), tools: [look] })
  expect((await run(front, 'Hi', { session: session() })).finalOutput).toBe('Sorry.')
  expect(model.sent.at(-1)?.messages.at(-1)?.text).toContain('/asked: 0 → 9')
})

function fail(): never {
  throw new Error('dark')
}
