import type { StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { type Model, promptText } from '@skill-state/protocol'
import { memoryResults } from '@skill-state/tools'
import { expect, test } from 'vitest'
import { agent, type SessionStore } from '../index.ts'
import { noticesOfLeft } from './view.ts'

/** A model that answers from a list; an answer that is not JSON is an unreadable reply. */
function listed(replies: readonly string[], prompts: string[]): Model {
  return {
    id: 'listed',
    generate: async ({ prompt }) => {
      const text = replies[prompts.push(promptText(prompt)) - 1] ?? UNREADABLE
      return { text, finishReason: 'stop', usage: {}, model: 'listed' }
    },
  }
}

const UNREADABLE = '```json\n{"state_patch": \n```'
const written = (state_patch: object, action: object): string => JSON.stringify({ state_patch, action })
const state = {
  type: 'object',
  properties: { done: { type: 'string', maxLength: 20 } },
  additionalProperties: false,
} as const

test('what a failed turn did is told until a decision is made on it', async () => {
  const prompts: string[] = []
  const replies = [written({}, { pay: {} }), UNREADABLE, UNREADABLE, written({}, { reply: 'It is paid.' })]
  const pay = { description: 'Pays.', input: { type: 'object' }, execute: () => 'Paid.' } as const
  const model = listed(replies, prompts)
  const desk = agent({ model, instructions: 'Pay.', state, tools: { pay }, attempts: 1 })
  const session = await desk.open({ id: 'a' })
  const ends = []
  for (const message of ['Pay', 'Well?', 'And?', 'Thanks']) ends.push((await session.ask(message)).end)
  expect(ends).toEqual(['failed', 'failed', 'replied', 'failed'])
  for (const prompt of prompts.slice(2, 4))
    expect(prompt).toContain('Its calls, oldest first:\n> - done: {"pay":{}}\n> ')
  expect(prompts[4]).not.toContain('Its calls')
})

test('what a failed call left in doubt is told to the next message', async () => {
  const prompts: string[] = []
  const pay = {
    description: 'Pays.',
    input: { type: 'object' },
    execute: () => {
      throw new Error('closed')
    },
  } as const
  const model = listed([written({ done: 'paid' }, { pay: {} })], prompts)
  const desk = agent({ model, instructions: 'Pay.', state, tools: { pay }, attempts: 1 })
  const session = await desk.open({ id: 'a' })
  for (const message of ['Pay', 'Well?', 'And?']) expect((await session.ask(message)).end).toBe('failed')
  for (const prompt of prompts.slice(1)) expect(prompt).toContain('/done: nothing → "paid"')
})

test('a call that fails when it is repeated after a crash may have been done', async () => {
  const [prompts, records]: [string[], StoredRecord[]] = [[], []]
  const store: SessionStore = {
    open: () => {
      const journal = memoryJournal(records)
      return { journal, results: memoryResults(), close: () => journal.close() }
    },
  }
  const pay = {
    description: 'Pays.',
    input: { type: 'object' },
    onUnknown: 'repeat',
    execute: () => {
      throw new Error('closed')
    },
  } as const
  const model = listed([written({ done: 'paid' }, { pay: {} })], prompts)
  const desk = agent({ model, instructions: 'Pay.', state, tools: { pay }, attempts: 1 })
  await (await desk.open({ id: 'a', store })).ask('Pay')
  records.splice(records.findIndex(({ body }) => body.startsWith('{"decided":')) + 1)
  await (await desk.open({ id: 'a', store })).resume().turn
  const calls = ['- failed: pay {}', '- unknown: pay {}'].map((line) =>
    prompts.map((text) => text.includes(line)),
  )
  expect(calls).toEqual([
    [false, true, false],
    [false, false, true],
  ])
  expect(prompts[2]).toContain('/done: nothing → "paid"')
})

test.for([
  [5, ''],
  [6, ' and 1 more'],
] as const)('of %i values in doubt it names five, and counts the others%s', async ([values, more]) => {
  const prompts: string[] = []
  const names = Array.from({ length: values }, (_, index) => `f${index}`)
  // A value of 80 characters in quotes is shown whole, and a longer one is cut.
  const patch = Object.fromEntries(names.map((name, index) => [name, 'x'.repeat(78 + (index % 2))]))
  const pay = {
    description: 'Pays.',
    input: { type: 'object' },
    execute: () => {
      throw new Error('closed')
    },
  } as const
  const desk = agent({
    model: listed([written(patch, { pay: {} })], prompts),
    instructions: 'Pay.',
    state: { type: 'object', additionalProperties: { type: 'string', maxLength: 90 }, maxProperties: 9 },
    initialState: {},
    tools: { pay },
    attempts: 1,
    onWarning: () => {},
  })
  await (await desk.open({ id: 'a' })).ask('Pay')
  const told = names.slice(0, 5).map((name, index) => {
    const value = index % 2 === 0 ? `"${'x'.repeat(78)}"` : `"${'x'.repeat(78)}…`
    return `/${name}: nothing → ${value}`
  })
  expect(prompts[1]).toContain(`${told.join('; ')}${more}. Correct what is not true.`)
})

test('a branch is told of the calls that were made since, and of none that was denied', () => {
  const denied = { action: { pay: { amount: 2 } }, outcome: 'denied' } as const
  const done = { action: { pay: { amount: 1 } }, outcome: 'done' } as const
  expect([noticesOfLeft([]), noticesOfLeft([denied])]).toEqual([[], []])
  const [notice = ''] = noticesOfLeft([denied, done])
  expect(notice.split('\n').slice(1)).toEqual(['- done: {"pay":{"amount":1}}'])
})
