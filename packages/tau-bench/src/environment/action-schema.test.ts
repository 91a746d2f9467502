import { expect, test } from 'vitest'
import { z } from 'zod'
import { ownDomain } from '../own/own-domain.ts'
import { actionSchemaOf } from './action-schema.ts'

const { tools } = ownDomain()
const schemaOf = (form: 'open' | 'declared') =>
  z.fromJSONSchema(actionSchemaOf(tools, form) as z.core.JSONSchema.Schema)

test.each([
  [{ respond: 'Hello' }, true, true],
  [{ get_order_details: { order_id: '#W1' } }, true, true],
  [{ get_order_details: { order_id: 1 } }, true, false],
  [{ get_order_details: {} }, true, false],
  [{ get_order_details: { order_id: '#W1', x: 1 } }, true, false],
  [{ cancel_pending_order: { order_id: '#W1', reason: 'bored' } }, true, false],
  [{ nonsense: {} }, true, false],
  [{ get_order_details: 'x' }, false, false],
  [{ respond: 1 }, false, false],
  [{ respond: {} }, false, false],
])('%j: open %s, declared %s', (action, open, declared) => {
  expect(schemaOf('open').safeParse(action).success).toBe(open)
  expect(schemaOf('declared').safeParse(action).success).toBe(declared)
})

test('an action has one key', () => {
  for (const form of ['open', 'declared'] as const) {
    expect(actionSchemaOf(tools, form)).not.toHaveProperty('$schema')
    expect(schemaOf(form).safeParse({ respond: 'a', think: { thought: 'b' } }).success).toBe(false)
  }
})

test('objects are closed at every level, as strict structured output demands', () => {
  const inner = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }
  const parameters = {
    type: 'object',
    properties: { list: { type: 'array', items: inner } },
    required: ['list'],
  }
  const declared = actionSchemaOf(
    [{ type: 'function', function: { name: 'f', description: '', parameters } }],
    'declared',
  )
  expect(declared.anyOf).toEqual([
    {
      type: 'object',
      properties: {
        f: {
          ...parameters,
          properties: { list: { type: 'array', items: { ...inner, additionalProperties: false } } },
          additionalProperties: false,
        },
      },
      required: ['f'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { respond: { type: 'string' } },
      required: ['respond'],
      additionalProperties: false,
    },
  ])
})
