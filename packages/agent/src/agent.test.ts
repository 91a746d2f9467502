import { type Model, promptText } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { byObservation, clerk, travel } from '../test/travel.ts'
import type { EventHandlers } from './events.ts'
import { type AgentEvent, agent, handleEvents, memorySessions } from './index.ts'

async function all(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  return await Array.fromAsync(events)
}

function types(events: readonly AgentEvent[]): string[] {
  const seen = events.map(({ type }) => type).filter((type) => type !== 'usage' && type !== 'model-called')
  return seen.filter((type, index) => type !== seen[index - 1])
}

describe('a session', () => {
  test('runs tools until the agent replies, and streams the reply', async () => {
    const world = { booked: [] }
    const trip = await travel(byObservation(clerk), world).open({ id: 'a' })
    const events = await all(trip.send('A cheap flight to Rome, please'))
    expect(types(events)).toEqual([
      'turn-started',
      'patch-accepted',
      'tool-started',
      'tool-ended',
      'patch-accepted',
      'tool-started',
      'tool-ended',
      'reply-text',
      'patch-accepted',
      'reply',
      'turn-ended',
    ])
    const streamed = events.map((event) => (event.type === 'reply-text' ? event.text : '')).join('')
    expect(streamed).toBe('It is "booked".\nEnjoy!')
    expect(events).toContainEqual({ type: 'reply', step: 2, text: 'It is "booked".\nEnjoy!', final: true })
    expect(trip.state).toEqual({ traveller: 'Ada', bookings: { F1: { price: 90 } } })
    expect(world.booked).toEqual(['a/1 F1'])
    expect(trip.spent).toMatchObject({ calls: 3, inputTokens: 30, outputTokens: 15 })
  })

  test('asks for approval, and executes nothing until it is given', async () => {
    const world = { booked: [] }
    const store = memorySessions()
    const model = byObservation(clerk)
    const first = await travel(model, world).open({ id: 'a', store })
    const events = await all(first.send('the dear one'))
    expect(events.at(-2)).toEqual({
      type: 'approval-needed',
      step: 0,
      tool: 'book',
      input: { flight: 'F2', price: 900 },
      reason: 'it costs 900',
    })
    await first.close()
    expect(world.booked).toEqual([])
    const later = await travel(model, world).open({ id: 'a', store })
    expect(types(await all(later.resume()))).toEqual(['turn-started', 'approval-needed', 'turn-ended'])
    await expect(all(later.approve({ step: 1 }))).rejects.toThrow('step 1 does not wait for an approval')
    expect(later.approval).toMatchObject({ tool: 'book', step: 0 })
    expect(types(await all(later.approve({ step: 0 })))).toContain('reply')
    expect(world.booked).toEqual(['a/0 F2'])
  })

  test('keeps a message that comes while a call waits for approval', async () => {
    const trip = await travel(byObservation(clerk), { booked: [] }).open({ id: 'a' })
    await all(trip.send('the dear one'))
    const asked = await all(trip.send('bye', { id: 'm2' }))
    expect(asked.at(-1)).toEqual({ type: 'turn-ended', end: 'waiting' })
    const events = await all(trip.deny({ step: 0, reason: 'no budget' }))
    expect(events.filter(({ type }) => type === 'reply')).toMatchObject([
      { text: 'Then not.' },
      { text: 'Good bye.' },
    ])
    expect(trip.ended).toBe(true)
    await expect(all(trip.send('more'))).rejects.toThrow('session "a" has ended: open one with another id')
  })

  test('ignores a second delivery of a message', async () => {
    const trip = await travel(byObservation(clerk), { booked: [] }).open({ id: 'a' })
    await all(trip.send('hello', { id: 'm1' }))
    const again = await all(trip.send('hello', { id: 'm1' }))
    expect(again.map(({ type }) => type)).toEqual(['turn-started', 'turn-ended'])
    expect(trip.messages(10)).toEqual([
      { by: 'user', text: 'hello' },
      { by: 'agent', text: 'Sorry?' },
    ])
  })

  test('shows the last messages if asked to, within the bound', async () => {
    const prompts: string[] = []
    const desk = travel(byObservation(clerk, prompts), { booked: [] }, { recent: 2 })
    const trip = await desk.open({ id: 'a' })
    for (const text of ['one', 'two', 'x'.repeat(9_000)]) await all(trip.send(text))
    expect(prompts[1]).toContain('[earlier] user: one\n[earlier] agent: Sorry?\n\nThe user says: two')
    const { certificate } = desk
    expect(certificate.bounded).toBe(false)
  })

  test('runs messages that are sent at the same time one after the other', async () => {
    const trip = await travel(byObservation(clerk), { booked: [] }).open({ id: 'a' })
    const turns = await Promise.all([all(trip.send('one')), all(trip.send('two')), all(trip.send('three'))])
    const replies = turns.flat().filter(({ type }) => type === 'reply')
    expect(replies.length).toBeGreaterThan(0)
    expect(trip.messages(10).filter(({ by }) => by === 'user')).toHaveLength(3)
  })
})

test('streams no reply whose patch is rejected', async () => {
  const answer = (traveller: string | number): string => {
    return `\`\`\`json\n${JSON.stringify({ state_patch: { traveller }, action: { reply: `I am ${traveller}.` } })}\n\`\`\``
  }
  const model: Model = {
    id: 'stumbling',
    generate: async ({ prompt, onText }) => {
      const text = answer(promptText(prompt).includes('Your last reply was refused') ? 'Ada' : 7)
      for (const char of text) onText?.(char)
      return { text, finishReason: 'stop', usage: {}, model: 'stumbling' }
    },
  }
  const events = await all((await travel(model, { booked: [] }).open({ id: 'a' })).send('Who?'))
  expect(events.map((event) => (event.type === 'reply-text' ? event.text : '')).join('')).toBe('I am Ada.')
})

test('streams a reply whose patch a rule accepts in this context', async () => {
  const text = '```json\n{"state_patch": {"n": 1}, "action": {"reply": "Yes."}}\n```'
  const desk = agent({
    model: {
      id: 'm',
      generate: async ({ onText }) => {
        for (const char of text) onText?.(char)
        return { text, finishReason: 'stop', usage: {}, model: 'm' }
      },
    },
    instructions: 'Count.',
    state: z.object({ n: z.number().default(0) }),
    context: z.object({ mayCount: z.boolean() }),
    guards: [
      {
        name: 'may-count',
        check: ({ context }) =>
          (context as { mayCount?: boolean } | undefined)?.mayCount ? [] : [{ path: '/n', message: 'no' }],
      },
    ],
    tools: {},
  })
  const events = await all((await desk.open({ id: 'a', context: { mayCount: true } })).send('Count.'))
  expect(events.flatMap((event) => (event.type === 'reply-text' ? [event.text] : []))).toEqual([
    'Y',
    'e',
    's',
    '.',
  ])
})

test('gives each event to its handler', async () => {
  const heard: string[] = []
  const hear = ({ type }: AgentEvent): void => void heard.push(type)
  const handlers = new Proxy({} as EventHandlers, { get: () => hear })
  const trip = await travel(byObservation(clerk), { booked: [] }).open({ id: 'a' })
  await handleEvents(trip.send('bye'), handlers)
  expect(heard.at(0)).toBe('turn-started')
  expect(heard.slice(-2)).toEqual(['reply', 'turn-ended'])
})

test('gives a reply that the model did not stream as one piece', async () => {
  const model = byObservation(clerk)
  const silent: Model = { ...model, generate: ({ onText: _, ...request }) => model.generate(request) }
  const events = await all((await travel(silent, { booked: [] }).open({ id: 'a' })).send('bye'))
  expect(events.filter(({ type }) => type.startsWith('reply'))).toEqual([
    { type: 'reply-text', step: 0, text: 'Good bye.' },
    { type: 'reply', step: 0, text: 'Good bye.', final: true },
  ])
})

test.for([
  ['half of a reply', 'Good ', ['Good ', 'bye.']],
  ['another reply', 'Well, ', ['Well, ', 'Good bye.']],
] as const)('after %s was streamed, what is missing of the reply is given', async ([, streamed, pieces]) => {
  const model = byObservation(clerk)
  const odd: Model = {
    ...model,
    generate: ({ onText, ...request }) => {
      onText?.(`{"state_patch": {}, "action": {"reply": "${streamed}`)
      return model.generate(request)
    },
  }
  const events = await all((await travel(odd, { booked: [] }).open({ id: 'a' })).send('bye'))
  expect(events.flatMap((event) => (event.type === 'reply-text' ? [event.text] : []))).toEqual(pieces)
})

describe('what cannot work is rejected in one line', () => {
  const model = byObservation([])
  const base = { model, instructions: 'x', state: { type: 'object' }, onWarning: () => {} } as const
  const execute = (): string => ''
  test.each([
    [
      { tools: { a: { description: ' ', input: { type: 'object' }, execute } } },
      /tools.a: it has no description/,
    ],
    [
      { tools: { reply: { description: 'x', input: { type: 'object' }, execute } } },
      /tools.reply: this name is taken/,
    ],
    [
      { tools: { a: { description: 'x', input: { type: 'string' }, execute } } },
      /expected the schema of an object/,
    ],
    [{ tools: {}, limits: { session: { tokens: 5 } } }, /the longest reply of model rules is not known/],
    [{ tools: {}, limits: { session: { steps: -1 } } }, /steps must be a number above 0/],
  ])('%#', (more, message) => {
    expect(() => agent({ ...base, ...more } as never)).toThrow(message)
  })

  test('a state that the context of the model has no room for is a warning', () => {
    const warnings: string[] = []
    const state = {
      type: 'object',
      properties: { notes: { type: 'string', maxLength: 100_000 } },
      additionalProperties: false,
    } as const
    const small = { ...model, capabilities: { contextTokens: 8_000, maxOutputTokens: 1_000 } }
    agent({ ...base, model: small, state, tools: {}, onWarning: (warning) => warnings.push(warning) })
    expect(warnings).toEqual([
      expect.stringMatching(
        /its prompt can have \d+ characters, and rules reads 7000 tokens: lower the bounds/,
      ),
    ])
  })

  test('a state without a bound is a warning with its path', () => {
    const warnings: string[] = []
    travel(model, { booked: [] }, { onWarning: (warning) => warnings.push(warning) })
    expect(warnings).toEqual([
      'agent "travel": its prompt has no bound: /bookings can have any number of keys (set maxProperties)',
    ])
  })
})

test('a tool that never returns becomes an observation', async () => {
  const prompts: string[] = []
  const model = byObservation([[/go/, {}, { hang: {} }]], prompts)
  const stuck = agent({
    model,
    instructions: 'x',
    state: { type: 'object', additionalProperties: false },
    tools: {
      hang: {
        description: 'Hangs.',
        input: { type: 'object' },
        timeoutMs: 5,
        execute: () => new Promise<string>(() => {}),
      },
    },
  })
  const session = await stuck.open({ id: 'a' })
  await all(session.send('go'))
  expect(prompts.at(-1)).toContain(
    'hang gave no answer within 0.005 s. Whether it did anything is not known.',
  )
})
