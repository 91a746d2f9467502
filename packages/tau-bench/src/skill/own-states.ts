import type { JsonObject } from '@skill-state/protocol'
import type { OfficialDomain } from '../data/domain.ts'
import { fact, mapOf, record } from './schema.ts'

/** What a domain's state has beside the common fields. */
export interface OwnState {
  readonly properties: JsonObject
  readonly initialState: JsonObject
}

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

const reservation: JsonObject = record(
  {
    route: fact,
    trip: fact,
    cabin: fact,
    created: fact,
    insurance: fact,
    bags: fact,
    flights: mapOf(fact, 'flight number and date → status and price paid'),
    passengers: mapOf(fact, 'name → date of birth'),
    payment: fact,
    note: fact,
  },
  [],
)

export const ownStates: Readonly<Record<OfficialDomain, OwnState>> = {
  retail: {
    properties: {
      orders: mapOf(order, 'order id → what matters of it'),
      products: mapOf(
        mapOf(fact, 'item id → options, price, availability'),
        'product id → variants that matter',
      ),
    },
    initialState: { orders: {}, products: {} },
  },
  airline: {
    properties: {
      reservations: mapOf(reservation, 'reservation id → what matters of it'),
      flights: mapOf(fact, 'flight number and date of an option → times, seats, prices'),
    },
    initialState: { reservations: {}, flights: {} },
  },
}
