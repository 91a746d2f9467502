import type { JsonObject } from '@skill-state/protocol'
import { factSchema, mapSchema, recordSchema } from './schema.ts'

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
