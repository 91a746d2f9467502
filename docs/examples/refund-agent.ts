// An agent whose runtime fills two fields of the state. The model reads them and cannot write or forget them.
import { type Agent, agent, type Field } from '@skill-state/agent'
import type { Model } from '@skill-state/protocol'
import { z } from 'zod'

const texts = z.array(z.string().max(20)).max(10)
const Desk = z.object({
  orders: texts.default([]),
  items: z.record(z.string().max(20), texts).meta({ maxProperties: 5 }).default({}),
  plan: z.string().max(200).default(''),
})

const capture: readonly Field[] = [
  // What a pattern finds in messages of the user.
  { name: 'orders', from: { role: 'user', pattern: '#W[0-9]+' } },
  // The value at a path of a tool's results, by order; an order goes when its refund is made.
  { name: 'items', from: { tool: 'order', path: '$.items[].id' }, key: '$.order', evict: ['refund'] },
]

export interface Shop {
  order(order: string): Promise<{ order: string; items: { id: string; name: string }[] }>
  refund(order: string, item: string, key: string): Promise<string>
}

export function refundAgent(model: Model, shop: Shop): Agent<z.output<typeof Desk>> {
  return agent({
    model,
    name: 'refunds',
    instructions: 'You refund items of orders. Note in "plan" what the user wants.',
    state: Desk,
    capture,
    tools: {
      order: {
        description: 'Shows an order.',
        input: z.object({ order: z.string() }),
        onUnknown: 'repeat',
        execute: async ({ order }) => await shop.order(order),
      },
      refund: {
        description: 'Refunds an item.',
        input: z.object({ order: z.string(), item: z.string() }),
        execute: async ({ order, item }, { key }) => await shop.refund(order, item, key),
      },
    },
  })
}
