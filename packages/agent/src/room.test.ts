import { protect } from '@skill-state/core/guards'
import { type Model, promptText } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { agent } from './index.ts'

/** A model that notes the order that the user names, and the customer. */
function clerk(prompts: string[]): Model {
  return {
    id: 'clerk',
    generate: async ({ prompt }) => {
      const text = promptText(prompt)
      prompts.push(text)
      const [, order = ''] = /The user says: (W\d+)/.exec(text) ?? []
      const state_patch = text.includes('delete 1 with null')
        ? {}
        : { customer: 'Ada', orders: { [order]: 'open' } }
      const reply = { state_patch, action: { reply: 'Noted.' } }
      return { text: JSON.stringify(reply), finishReason: 'stop', usage: {}, model: 'clerk' }
    },
  }
}

const fullAfter = async (
  more: object,
): Promise<{ readonly state: unknown; readonly prompts: readonly string[] }> => {
  const prompts: string[] = []
  const orders = z.record(z.string().max(8), z.enum(['open', 'paid']))
  const desk = agent({
    model: clerk(prompts),
    instructions: 'Note orders.',
    state: z.object({
      customer: z.string().max(20).default(''),
      orders: orders.meta({ maxProperties: 3, ...more }).default({}),
    }),
    tools: {},
    guards: [protect(['/customer'])],
  })
  const session = await desk.open({ id: 'a' })
  for (let number = 1; number <= 5; number += 1) await Array.fromAsync(session.send(`W${number}`))
  return { state: session.state, prompts }
}

test('a full map makes room if its schema says so, and a protected default is written once', async () => {
  const { state, prompts } = await fullAfter({ 'x-evict': 'oldest' })
  expect(state).toEqual({ customer: 'Ada', orders: { W3: 'open', W4: 'open', W5: 'open' } })
  expect(prompts).toHaveLength(5)
})

test('a full map without that is a reason that names its entries', async () => {
  const { state, prompts } = await fullAfter({})
  expect(state).toMatchObject({ orders: { W1: 'open', W2: 'open', W3: 'open' } })
  expect(prompts[4]).toContain(
    '- /orders: expected at most 3 entries, found 4: delete 1 with null first; there are "W1", "W2", "W3"',
  )
})
