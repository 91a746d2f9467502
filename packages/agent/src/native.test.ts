import { history, type StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { type Model, type ModelRequest, promptText, type ToolSpec } from '@skill-state/protocol'
import { memoryResults } from '@skill-state/tools'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { clerk, type Rules, travel } from '../test/travel.ts'
import { newest } from './conformance/desk.ts'
import { agent, memorySessions } from './index.ts'

/** A model that calls tools: it answers by what the last message ends with, in text, calls and a patch. */
function calling(rules: Rules, requests: ModelRequest[]): Model {
  return {
    id: 'calling',
    capabilities: { native: 'calls' },
    generate: async (request) => {
      requests.push(request)
      const last = newest(promptText(request.prompt))
      const [, patch = {}, action = { reply: 'Sorry?' }] = rules.find(([pattern]) => pattern.test(last)) ?? []
      const { reply = '', finish, ...calls } = action as Record<string, unknown>
      for (const piece of String(reply).match(/[\s\S]{1,5}/g) ?? []) request.onText?.(piece)
      const made = [
        ...(Object.keys(patch).length > 0 ? [{ update_state: patch }] : []),
        ...(Object.keys(calls).length > 0 ? [calls] : []),
        ...(finish === undefined ? [] : [{ finish: { value: finish } }]),
      ]
      const text = made.length === 0 ? String(reply) : JSON.stringify({ calls: made, text: reply })
      return { text, finishReason: 'stop', usage: {}, model: 'calling' }
    },
  }
}

test('an agent asks a model that calls tools in its own form', async () => {
  const requests: ModelRequest[] = []
  const world = { booked: [] }
  const agent = travel(calling(clerk, requests), world)
  const trip = await agent.open({ id: 'a' })
  const events = await Array.fromAsync(trip.send('A cheap flight to Rome, please'))
  expect(world.booked).toEqual(['a/1 F1'])
  expect(trip.state).toEqual({ traveller: 'Ada', bookings: { F1: { price: 90 } } })
  const pieces = events.flatMap((event) => (event.type === 'reply-text' ? [event.text] : []))
  expect(pieces.join('')).toBe('It is "booked".\nEnjoy!')
  expect(pieces.length).toBeGreaterThan(3)

  for (const { prompt, tools, toolChoice, cacheBreakpoints, answerSchema } of requests) {
    expect(prompt).toEqual([
      { role: 'system', text: expect.stringMatching(/^You book trips\.\n\nWhat you write as text is said/) },
      { role: 'user', text: expect.stringMatching(/^Skill Execution State:\n```json\n/) },
    ])
    expect(prompt[0]).toEqual(requests[0]?.prompt[0])
    expect(tools?.map(({ name }) => name)).toEqual([
      'search',
      'book',
      'read_result',
      'finish',
      'update_state',
    ])
    expect(tools?.[1]).toMatchObject({
      description: 'Books a flight.',
      parameters: { properties: { flight: { type: 'string' } }, required: ['flight', 'price'] },
    })
    expect(JSON.stringify(tools).match(/"traveller"/g)).toHaveLength(1)
    expect([toolChoice, answerSchema]).toEqual(['auto', undefined])
    expect(cacheBreakpoints).toEqual([JSON.parse(JSON.stringify(prompt))[0].text.length])
  }
})

test('the journal says that it was asked in messages, and in its own form', async () => {
  const records: StoredRecord[] = []
  const store = {
    open: () => ({ journal: memoryJournal(records), results: memoryResults(), close: () => {} }),
  }
  const trip = await travel(calling(clerk, []), { booked: [] }).open({ id: 'a', store })
  await trip.ask('A cheap flight to Rome, please')
  const [asked] = [...history(memoryJournal(records))].map((step) => step.asked)
  expect(asked).toMatchObject({
    form: { answer: 'native', prompt: 'messages', observation: 'parts', action: 'json' },
  })
})

test('one native answer holds a patch, several calls and a text; the text is said before the calls', async () => {
  const requests: ModelRequest[] = []
  const rules: Rules = [
    [/two/, { traveller: 'Ada' }, { calls: [{ search: { city: 'Rome' } }, { search: { city: 'Oslo' } }] }],
    [/Oslo/, {}, { reply: 'Both have flights.' }],
  ]
  const model: Model = {
    ...calling(rules, requests),
    async generate(request) {
      const response = await calling(rules, requests).generate(request)
      const list = JSON.parse(response.text.startsWith('{') ? response.text : '{}')
      if (list.calls === undefined) return response
      const [patch, { calls }] = list.calls
      return { ...response, text: JSON.stringify({ calls: [patch, ...calls], text: 'I look.' }) }
    },
  }
  const trip = await travel(model, { booked: [] }).open({ id: 'a' })
  const events = await Array.fromAsync(trip.send('two flights'))
  expect(trip.state).toMatchObject({ traveller: 'Ada' })
  const told = events.flatMap((event): unknown[] =>
    event.type === 'reply' ? [event.text] : event.type === 'tool-started' ? [event.call] : [],
  )
  expect(told).toEqual(['I look.', 0, 1, 'Both have flights.'])
  expect(trip.messages(9).map(({ text }) => text)).toEqual(['two flights', 'I look.', 'Both have flights.'])
  expect(requests).toHaveLength(2)
})

test('an answer that only writes the state is a step of its own', async () => {
  const requests: ModelRequest[] = []

  const model: Model = {
    ...calling([], requests),
    async generate(request) {
      requests.push(request)
      const isNoted = promptText(request.prompt).includes('"traveller":"Ada"')
      const text = isNoted ? 'Noted.' : '{"calls":[{"update_state":{"traveller":"Ada"}}]}'
      return { text, finishReason: 'stop', usage: {}, model: 'm' }
    },
  }
  const trip = await travel(model, { booked: [] }).open({ id: 'a' })
  expect(await trip.ask('note Ada')).toMatchObject({ end: 'replied', reply: 'Noted.', steps: 2 })
  expect(promptText(requests[1]?.prompt ?? '')).not.toContain('Calls since')
})

test('a session continues with a model that reads text', async () => {
  const store = memorySessions()
  const first = await travel(calling(clerk, []), { booked: [] }).open({ id: 'a', store })
  await Array.fromAsync(first.send('the dear one'))
  expect(first.approval).toMatchObject({ tool: 'book' })
  await first.close()
  const requests: ModelRequest[] = []
  const model: Model = { ...calling(clerk, requests), capabilities: {} }
  const later = await travel(model, { booked: [] }).open({ id: 'a', store })
  expect(later.approval).toMatchObject({ tool: 'book' })
  await Array.fromAsync(later.deny({ step: 0, reason: 'no budget' })).catch(() => {})
  expect(requests[0]?.prompt).toContain('Instructions:\nYou book trips.')
  expect(requests[0]?.tools).toBeUndefined()
})

test('a model of messages alone keeps the form of the reply', async () => {
  const requests: ModelRequest[] = []
  const model: Model = { ...calling(clerk, requests), capabilities: { native: 'messages' } }
  const trip = await travel(model, { booked: [] }).open({ id: 'a' })
  await Array.fromAsync(trip.send('Hello')).catch(() => {})
  expect(requests[0]?.tools).toBeUndefined()
  expect(requests[0]?.prompt[0]).toMatchObject({
    role: 'system',
    text: expect.stringContaining('## Actions'),
  })
})

/** What a tool is sent as in the form that a call carries patch, reasoning and input of a step. */
function inOneCall({ name, description, parameters }: ToolSpec): ToolSpec {
  const state_patch = { type: 'object', description: 'A part of the state, of the type in the instructions.' }
  const properties = { reasoning: { type: 'string' }, state_patch, action: parameters }
  const required = ['reasoning', 'state_patch', 'action']
  return {
    name,
    description,
    parameters: { type: 'object', properties, required, additionalProperties: false },
  }
}

/** The tool of that form by which the model replies; in the provider's own form a text does. */
const reply: ToolSpec = {
  name: 'reply',
  description:
    'Answers the user and waits for the next message. You will not see this conversation again: write what you need later into the state first.',
  parameters: { type: 'string', minLength: 1 },
}

const SIZES = [10, 30, 100].flatMap((tools) => [1, 2, 4].map((fields) => [tools, fields] as const))

/** Characters that the form adds to the tools of the agent: what it says, the state, and two tools of its own. */
const OWN = 1_350

test.for(SIZES)(
  '%i tools of %i fields take 0.6 of calls that carry the patch, or little more than the tools alone',
  async ([count, fields]) => {
    const requests: ModelRequest[] = []
    const names = Array.from({ length: fields }, (_, at) => `field_${at}`)
    const field = z.string().describe('What it is about.')
    const input = z.strictObject(Object.fromEntries(names.map((name) => [name, field])))
    const tool = { description: 'Looks up an order at the desk.', input, execute: () => 'ok' }
    const desk = agent({
      model: calling([], requests),
      instructions: 'Help.',
      state: z.object({ customer: z.string().max(40).default(''), count: z.int().default(0) }),
      tools: Object.fromEntries(Array.from({ length: count }, (_, at) => [`look_up_${at}`, tool])),
    })
    const session = await desk.open({ id: 'a' })
    await session.ask('Hello')
    const [{ prompt, tools: sent = [] } = { prompt: '' }] = requests
    const native = JSON.stringify({ prompt, tools: sent }).length
    const before = [...sent.filter(({ name }) => name !== 'update_state'), reply].map(inOneCall)
    const ratio = native / JSON.stringify({ prompt, tools: before }).length
    const alone = JSON.stringify(sent.slice(0, count)).length
    expect(native - alone).toBeLessThanOrEqual(OWN)
    if (fields < 4) expect(ratio).toBeLessThanOrEqual(0.6)
    const { certificate } = desk
    expect(certificate.bounded ? certificate.promptChars : 0).toBeGreaterThanOrEqual(native)
  },
)
