import { type Agent, type AnyTool, agent } from '@skill-state/agent'
import { type Model, promptText } from '@skill-state/protocol'
import { z } from 'zod'

/** Calls of one turn: each needs the result of the one before. */
export const CALLS = 4

export const INSTRUCTIONS = `You take orders for a shop. For each order look the item up by its name, then its stock, then its price, and reserve it.
Note what you learn in the state; the next step sees nothing else. Answer with the number of the order.`

export interface Orders {
  readonly item?: string | undefined
  readonly left?: number | undefined
  readonly cents?: number | undefined
  readonly orders: Readonly<Record<string, number>>
}

export const OrdersSchema: z.ZodType<Orders> = z.object({
  item: z.string().max(12).optional(),
  left: z.int().min(0).max(10_000).optional(),
  cents: z.int().min(0).max(1_000_000).optional(),
  orders: z.record(z.string().max(8), z.int().min(1).max(99)).meta({ maxProperties: 20 }),
})

const item = z.string().max(12)

export const TOOLS: Readonly<Record<string, AnyTool>> = {
  find: {
    description: 'Finds an item by its name.',
    input: z.object({ name: z.string().max(40) }),
    execute: async ({ name }: { name: string }) => ({ item: `i${name.split('-')[1]}` }),
  },
  stock: {
    description: 'Says how many of an item are left.',
    input: z.object({ item }),
    execute: async () => ({ left: 40 }),
  },
  price: {
    description: 'Says what an item costs.',
    input: z.object({ item }),
    execute: async () => ({ cents: 1_250 }),
  },
  reserve: {
    description: 'Reserves some of an item for the customer.',
    input: z.object({ item, count: z.int().min(1).max(99) }),
    execute: async ({ item, count }: { item: string; count: number }) => ({
      order: `o${item.slice(1)}x${count}`,
    }),
  },
}

/** A message of turn `turn`. */
export function messageOf(turn: number): string {
  return `Please order ${1 + (turn % 9)} of lamp-${turn % 1_000}.`
}

/** Decides from what its prompt shows last: a message, or the result of a call. */
export const deskModel: Model = {
  id: 'desk',
  generate: async ({ prompt }) => {
    const text = promptText(prompt)
    const at = text.lastIndexOf('Result: {')
    const reply = at < 0 ? found(text) : decided(text, text.slice(at + 8, text.indexOf('}', at) + 1))
    return {
      text: JSON.stringify(reply),
      finishReason: 'stop',
      usage: { inputTokens: 900, outputTokens: 40 },
      model: 'desk',
    }
  },
}

interface Reply {
  readonly state_patch: object
  readonly action: object
}

function found(text: string): Reply {
  return { state_patch: {}, action: { find: { name: orderIn(text)[1] } } }
}

function decided(text: string, result: string): Reply {
  const { item, left, cents, order } = JSON.parse(result) as Record<string, string | undefined>
  if (item !== undefined) return { state_patch: { item }, action: { stock: { item } } }
  const known = /"item":"([^"]+)"/.exec(text)?.[1]
  if (left !== undefined) return { state_patch: { left }, action: { price: { item: known } } }
  const count = Number(orderIn(text)[0])
  if (cents !== undefined) return { state_patch: { cents }, action: { reserve: { item: known, count } } }
  const orders = { [`n${Number(known?.slice(1)) % 20}`]: count }
  return {
    state_patch: { item: null, left: null, cents: null, orders },
    action: { reply: `Your order is ${order}.` },
  }
}

function orderIn(text: string): readonly [count: string, name: string] {
  const [, count = '', name = ''] = /Please order (\d+) of ([\w-]+)/.exec(text) ?? []
  return [count, name]
}

/** The same desk as an agent. */
export const desk: Agent<unknown> = agent({
  model: deskModel,
  instructions: INSTRUCTIONS,
  state: OrdersSchema,
  initialState: { orders: {} },
  tools: TOOLS,
})
