import type { JsonObject } from '@skill-state/protocol'
import { fact, mapOf, record } from './schema.ts'

const identity: JsonObject = record(
  {
    id: { type: 'string', description: 'the user id' },
    verified_by: { type: 'string', description: 'how the policy’s demands on identity were met' },
    facts: mapOf(fact, 'what else is known of the user: name, address, membership'),
    payment_methods: mapOf(fact, 'payment method id → kind and balance'),
  },
  ['facts', 'payment_methods'],
)

/** The fields that the states of both domains have. */
export const commonProperties: JsonObject = {
  user: identity,
  requests: mapOf(fact, 'each thing that the user wants, under a short name → details and how far it is'),
  pending: mapOf(fact, 'each write that the user was asked to confirm → the tool and all its arguments'),
  confirmed: mapOf(
    fact,
    'each write that the user said yes to and that is not done yet → tool and arguments',
  ),
  done: mapOf(fact, 'each write that was made, and each that failed → what came of it'),
  told: mapOf(fact, 'each figure and fact that the user asked for and was told'),
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
