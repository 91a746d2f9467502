import type { JsonObject } from '@skill-state/protocol'
import type { OfficialDomain } from '../data/domain.ts'
import { factSchema, mapSchema, recordSchema } from './schema.ts'

export interface OwnState {
  readonly properties: JsonObject
  readonly initialState: JsonObject
}

const order: JsonObject = recordSchema(
  {
    status: factSchema,
    address: factSchema,
    items: mapSchema(factSchema, 'item id → product, options, price'),
    payment: factSchema,
    note: factSchema,
  },
  [],
)

const reservation: JsonObject = recordSchema(
  {
    route: factSchema,
    trip: factSchema,
    cabin: factSchema,
    created: factSchema,
    insurance: factSchema,
    bags: factSchema,
    flights: mapSchema(factSchema, 'flight number and date → status and price paid'),
    passengers: mapSchema(factSchema, 'name → date of birth'),
    payment: factSchema,
    note: factSchema,
  },
  [],
)

export const ownStates: Readonly<Record<OfficialDomain, OwnState>> = {
  retail: {
    properties: {
      orders: mapSchema(order, 'order id → what matters of it'),
      products: mapSchema(
        mapSchema(factSchema, 'item id → options, price, availability'),
        'product id → variants that matter',
      ),
    },
    initialState: { orders: {}, products: {} },
  },
  airline: {
    properties: {
      reservations: mapSchema(reservation, 'reservation id → what matters of it'),
      flights: mapSchema(factSchema, 'flight number and date of an option → times, seats, prices'),
    },
    initialState: { reservations: {}, flights: {} },
  },
}
