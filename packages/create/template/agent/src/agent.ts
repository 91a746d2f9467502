import { type Agent, agent } from '@skill-state/agent'
import type { Model } from '@skill-state/protocol'
import { z } from 'zod'
import type { Shop } from './demo.ts'

/** All that the agent remembers from one turn to the next. Bound what grows: the prompt then has a bound too. */
export const Desk = z.object({
  customer: z.string().max(60).default('').describe('The name that the customer gave'),
  orders: z
    .record(z.string().max(12), z.string().max(60))
    .default({})
    .meta({ maxProperties: 20 })
    .describe('What is known of each order, by its number'),
})

export const orderDesk = (model: Model, shop: Shop): Agent<z.output<typeof Desk>> =>
  agent({
    model,
    instructions:
      'You answer questions about orders. Write the name of the customer and each order into the state.',
    state: Desk,
    tools: {
      look_up: {
        description: 'Tells what is known of an order.',
        input: z.object({ order: z.string().max(12) }),
        execute: ({ order }) => shop.lookUp(order),
      },
      refund: {
        description: 'Pays an order back.',
        input: z.object({ order: z.string().max(12) }),
        approve: () => 'it moves money', // the turn waits until a person approves or denies the call
        execute: ({ order }, { key }) => shop.refund(order, key),
      },
    },
  })
