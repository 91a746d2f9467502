import type { StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { type Model, promptText } from '@skill-state/protocol'
import { memoryResults } from '@skill-state/tools'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type AgentOptions, agent, asTool, type SessionStore } from './index.ts'

const Order = z
  .object({ item: z.string(), count: z.int().min(1), on: z.string().transform((day) => day.toUpperCase()) })
  .refine(({ item, count }) => item !== 'cake' || count <= 2, {
    message: 'no more than 2 cakes',
    path: ['count'],
  })
type Order = z.infer<typeof Order>

const State = z.object({ orders: z.int().default(0) })
const written = (action: object, state_patch: object = {}): string => JSON.stringify({ state_patch, action })

/** Takes orders such as `3 cake on friday` from the message in its prompt. What a rejection asks for, it does. */
function waiter(prompts: string[]): Model {
  const generate = async (text: string): Promise<string> => {
    const [, count = '', item = '', on = ''] = /(\d+) (\w+) on (\w+)/.exec(text) ?? []
    if (item === '') return written({ reply: 'What may it be?' })
    if (/no more than 2 cakes/.test(text))
      return written({ output: { item, count: 2, on }, reply: 'Two it is.' })
    if (/count: expected .*integer|count: .*number/i.test(text) || item === 'cake')
      return written({ output: { item, count: Number(count), on } }, { orders: 1 })
    return written({ output: { item, count, on } })
  }
  return {
    id: 'waiter',
    generate: async ({ prompt }) => {
      prompts.push(promptText(prompt))
      const text = await generate(promptText(prompt))
      return { text, finishReason: 'stop', usage: {}, model: 'waiter' }
    },
  }
}

function cafe(model: Model, more: Partial<AgentOptions<typeof State, object, unknown, typeof Order>> = {}) {
  return agent({ model, instructions: 'Take orders.', state: State, tools: {}, output: Order, ...more })
}

function keeping(records: StoredRecord[]): SessionStore {
  return {
    open() {
      const journal = memoryJournal(records)
      return { journal, results: memoryResults(), close: () => journal.close() }
    },
  }
}

test('a turn ends with a result of the schema, as its library makes it', async () => {
  const prompts: string[] = []
  const session = await cafe(waiter(prompts)).open({ id: 'a' })
  const { end, output, state, reply } = await session.ask('3 tea on friday')
  expect({ end, output, state, reply }).toEqual({
    end: 'replied',
    output: { item: 'tea', count: 3, on: 'FRIDAY' },
    state: { orders: 1 },
    reply: '',
  })
  expect(prompts).toHaveLength(2) // the first result had a text for a number
  expect(prompts[0]).toContain(
    '### output\nGives the result of your work on the message, and ends your turn.',
  )
  expect(prompts[1]).toMatch(/refused and nothing was executed[\s\S]*\/action\/output\/count/)
})

test('what only the library rejects is told as an observation, and a reply beside the result is said', async () => {
  const prompts: string[] = []
  const session = await cafe(waiter(prompts)).open({ id: 'a' })
  const events = await Array.fromAsync(session.send('3 cake on monday'))
  expect(prompts).toHaveLength(2)
  expect(prompts[1]).toContain(
    'The input of output was rejected, and nothing was done: /count: no more than 2 cakes',
  )
  expect(events.filter(({ type }) => type === 'reply')).toMatchObject([{ text: 'Two it is.', final: true }])
  const again = await session.resume().turn
  expect(again).toMatchObject({ reply: 'Two it is.', output: { item: 'cake', count: 2, on: 'MONDAY' } })
})

test('a turn that only replies has no result, and does not repeat that of the turn before', async () => {
  const session = await cafe(waiter([])).open({ id: 'a' })
  expect(await session.ask('Hello')).toMatchObject({
    end: 'replied',
    reply: 'What may it be?',
    output: undefined,
  })
  expect((await session.ask('2 cake on sunday')).output).toEqual({ item: 'cake', count: 2, on: 'SUNDAY' })
  expect((await session.ask('Thanks')).output).toBeUndefined()
})

test('the result of a turn survives the process at every record', async () => {
  const whole: StoredRecord[] = []
  const first = await cafe(waiter([])).open({ id: 'a', store: keeping(whole) })
  await first.send('2 cake on sunday', { id: 'm1' }).turn
  for (let cut = 1; cut <= whole.length; cut += 1) {
    const records = whole.slice(0, cut)
    const session = await cafe(waiter([])).open({ id: 'a', store: keeping(records) })
    const turn = await session.send('2 cake on sunday', { id: 'm1' }).turn
    expect(turn).toMatchObject({ end: 'replied', output: { item: 'cake', count: 2, on: 'SUNDAY' } })
    expect([turn.state, session.idle]).toEqual([{ orders: 1 }, true])
  }
})

test('a model that calls tools in its own form gives it as a call, with its text as the reply', async () => {
  const tools: unknown[] = []
  const model: Model = {
    id: 'calling',
    capabilities: { native: 'calls' },
    generate: async (request) => {
      tools.push(request.tools?.map(({ name }) => name))
      const output = { item: 'tea', count: 1, on: 'today' }
      const text = JSON.stringify({ calls: [{ update_state: { orders: 1 } }, { output }], text: 'Coming.' })
      return { text, finishReason: 'stop', usage: {}, model: 'calling' }
    },
  }
  const session = await cafe(model).open({ id: 'a' })
  expect(await session.ask('A tea')).toMatchObject({
    end: 'replied',
    reply: 'Coming.',
    output: { item: 'tea', count: 1, on: 'TODAY' },
    state: { orders: 1 },
  })
  expect(tools).toEqual([
    ['output', 'read_result', 'reply', 'update_state'].filter((name) => name !== 'reply'),
  ])
})

test('an agent as a tool gives its result beside its reply', async () => {
  const { execute } = asTool(cafe(waiter([])), { description: 'Takes an order.' })
  const context = { key: 'k', state: {}, context: undefined, signal: new AbortController().signal }
  expect(await execute?.({ message: '2 cake on sunday' } as never, context)).toEqual({
    reply: '',
    output: { item: 'cake', count: 2, on: 'SUNDAY' },
    cost: 0,
  })
})

test('the result is typed', async () => {
  const session = await cafe(waiter([])).open({ id: 'a' })
  const { output } = await session.ask('2 cake on sunday')
  const order: Order | undefined = output
  expect(order?.on).toBe('SUNDAY')
  // @ts-expect-error there is no such field
  expect(output?.price).toBeUndefined()
})

test.each([
  [
    { tools: { output: { description: 'Puts out.', input: { type: 'object' } } } },
    /^tools\.output: with an output this name is taken/,
  ],
  [{ output: z.string() }, /^output: expected the schema of an object/],
])('what cannot work is rejected in one line: %#', (wrong, message) => {
  expect(() => cafe(waiter([]), wrong as never)).toThrow(message)
})
