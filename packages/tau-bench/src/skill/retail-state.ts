import type { JsonObject } from '@skill-state/protocol'
import { fact, mapOf, record } from './schema.ts'

const order: JsonObject = record(
  {
    status: fact,
    address: fact,
    items: mapOf(fact, 'item id → product, options, price'),
    payment: fact,
    note: fact,
  },
  [],
)

/** What a retail state holds beside the common fields. */
export const retailProperties: JsonObject = {
  orders: mapOf(order, 'order id → what matters of it'),
  products: mapOf(mapOf(fact, 'item id → options, price, availability'), 'product id → variants that matter'),
}

export const retailInitialState: JsonObject = { orders: {}, products: {} }
