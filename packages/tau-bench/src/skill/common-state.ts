import type { JsonObject } from '@skill-state/protocol'
import type { OfficialDomain } from '../data/load-domain.ts'

export const factSchema: JsonObject = { type: ['string', 'number', 'boolean'] }

/** A map that stays a map, for runtimes with guards; the annotation means nothing to others. */
export function mapSchema(entry: JsonObject, description: string): JsonObject {
  return { type: 'object', description, additionalProperties: entry, 'x-keep-container': true }
}

export function recordSchema(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false }
}

const identity: JsonObject = recordSchema(
  {
    id: { type: 'string', description: 'the user id' },
    verified_by: { type: 'string', description: 'how the policy’s demands on identity were met' },
    facts: mapSchema(factSchema, 'what else is known of the user: name, address, membership'),
    payment_methods: mapSchema(factSchema, 'payment method id → kind and balance'),
  },
  ['facts', 'payment_methods'],
)

export const commonProperties: JsonObject = {
  user: identity,
  requests: mapSchema(
    factSchema,
    'each thing that the user wants, under a short name → details and how far it is',
  ),
  pending: mapSchema(
    factSchema,
    'each write that the user was asked to confirm → the tool and all its arguments',
  ),
  confirmed: mapSchema(
    factSchema,
    'each write that the user said yes to and that is not done yet → tool and arguments',
  ),
  done: mapSchema(factSchema, 'each write that was made, and each that failed → what came of it'),
  told: mapSchema(factSchema, 'each figure and factSchema that the user asked for and was told'),
  last_action: {
    type: 'string',
    description: 'what you did last, in short: what was said, asked or looked up',
  },
}

export const commonInitialState: JsonObject = {
  user: { facts: {}, payment_methods: {} },
  requests: {},
  pending: {},
  confirmed: {},
  done: {},
  told: {},
  last_action: '',
}

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
