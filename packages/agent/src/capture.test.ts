import type { StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import type { Model } from '@skill-state/protocol'
import { memoryResults } from '@skill-state/tools'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { byObservation, type Rules } from '../test/travel.ts'
import { type Agent, agent, type Field } from './index.ts'

const Desk = z.object({
  orders: z.array(z.string().max(10)).max(5).default([]),
  lines: z
    .record(z.string().max(10), z.array(z.string().max(10)).max(4))
    .meta({ maxProperties: 3 })
    .default({}),
  plan: z.string().max(40).default(''),
})

const capture: readonly Field[] = [
  { name: 'orders', from: { role: 'user', pattern: 'O-[0-9]+' } },
  { name: 'lines', from: { tool: 'order', path: '$.lines[]' }, key: '$.id', evict: ['refund'] },
]

function desk(model: Model, rules: readonly Field[] = capture): Agent<z.output<typeof Desk>> {
  return agent({
    model,
    instructions: 'You refund orders.',
    state: Desk,
    capture: rules,
    maxResultChars: 500,
    limits: { message: { steps: 5 } },
    tools: {
      order: {
        description: 'The lines of an order.',
        input: z.object({ id: z.string() }),
        onUnknown: 'repeat',
        execute: ({ id }) => ({ id, text: 'x'.repeat(2_000), lines: ['l-1', 'l-2'] }),
      },
      refund: {
        description: 'Refunds a line of an order.',
        input: z.object({ id: z.string(), line: z.string() }),
        approve: true,
        onUnknown: 'repeat',
        execute: () => 'refunded',
      },
    },
  })
}

const clerk: Rules = [
  [/xxxx/, { plan: 'ask' }, { reply: 'Which line?' }],
  [/O-7/, {}, { order: { id: 'O-7' } }],
  [/the second/, {}, { refund: { id: 'O-7', line: 'l-2' } }],
  [/denied/, {}, { reply: 'Then not.' }],
  [/refunded/, {}, { reply: 'Done.' }],
]

test('a session fills the fields from messages and whole results, and tells the model that it does', async () => {
  const prompts: string[] = []
  const order = desk(byObservation(clerk, prompts))
  expect(order.certificate.bounded).toBe(true)
  const session = await order.open({ id: 'a' })
  await Array.fromAsync(session.send('Refund my order O-7'))
  const lines = { 'O-7': ['l-1', 'l-2'] }
  expect(session.state).toEqual({ orders: ['O-7'], lines, plan: 'ask' })
  await Array.fromAsync(session.send('the second'))
  expect(prompts.at(-1)).toContain('"lines":{"O-7":["l-1","l-2"]}')
  await Array.fromAsync(session.deny({ step: 2, reason: 'too late' }))
  await Array.fromAsync(session.send('the second'))
  await Array.fromAsync(session.approve({ step: 4 }))
  // The step that answers the refund is the last to see the lines.
  expect(prompts.at(-1)).toContain('"lines":{"O-7":["l-1","l-2"]}')
  expect(session.state).toEqual({ orders: ['O-7'], lines: {}, plan: 'ask' })
  expect(prompts[0]).toContain('never write them: "orders", "lines".')
})

test('a patch that writes such a field is rejected with a reason', async () => {
  const rejected: string[] = []
  const session = await desk(byObservation([[/O-7/, { lines: {} }, { reply: 'Hm.' }]])).open({ id: 'a' })
  const turn = async (): Promise<void> => {
    for await (const event of session.send('O-7')) {
      if (event.type === 'patch-rejected') rejected.push(event.issues[0]?.message ?? '')
      if (event.type === 'turn-ended') rejected.push(event.end)
    }
  }
  await turn()
  expect(rejected.at(-1)).toBe('failed')
  expect(rejected[0]).toMatch(/the runtime fills this field from results of order/)
})

test('a session that is cut off after any record continues with the same fields', async () => {
  const script = ['Refund O-7', 'the second']
  const drive = async (records: StoredRecord[]): Promise<unknown> => {
    for (let turn = 0; turn < 8; turn += 1) {
      const place = memoryJournal(records)
      const store = { open: () => ({ journal: place, results: memoryResults(), close: () => place.close() }) }
      const session = await desk(byObservation(clerk)).open({ id: 'a', store })
      await Array.fromAsync(session.resume())
      const said = session.messages(99).filter(({ by }) => by === 'user').length
      const next = script[said]
      if (session.approval) await Array.fromAsync(session.deny({ step: session.approval.step, reason: 'no' }))
      else if (next === undefined) return session.state
      else await Array.fromAsync(session.send(next, { id: `m${said}` }))
      await session.close()
    }
    throw new Error('the session does not end')
  }
  const whole: StoredRecord[] = []
  const state = await drive(whole)
  expect(state).toEqual({ orders: ['O-7'], lines: { 'O-7': ['l-1', 'l-2'] }, plan: 'ask' })
  expect(whole.length).toBeGreaterThan(10)
  for (let cut = 1; cut < whole.length; cut += 1) expect(await drive(whole.slice(0, cut))).toEqual(state)
})

test('a rule that names no tool of the agent is an error', () => {
  const rules = [{ name: 'lines', from: { tool: 'ordr', path: '$' } }]
  expect(() => desk(byObservation(clerk), rules)).toThrow(
    'capture: "lines" names the tool "ordr", which does not exist',
  )
})
