import { expect, test } from 'vitest'
import { typeText } from './type-text.ts'

const schema = {
  type: 'object',
  properties: {
    customer: { type: 'string', maxLength: 40, description: 'Whom\nit is about.' },
    orders: {
      type: 'object',
      propertyNames: { maxLength: 8 },
      additionalProperties: { $ref: '#/$defs/order' },
      maxProperties: 15,
    },
    tags: { type: 'array', items: { enum: ['new', 'vip'] }, maxItems: 1 },
    count: { type: ['integer', 'null'], minimum: 0, default: 0 },
    'at home': { const: true },
  },
  required: ['customer'],
  $defs: {
    order: {
      type: 'object',
      properties: { status: { enum: ['open', 'late'] }, next: { $ref: '#/$defs/order' } },
      required: ['status'],
    },
  },
} as const

test('a state is shown with its descriptions, values, bounds and defaults', () => {
  const shown = typeText({
    ...schema,
    $defs: { order: { type: 'object', properties: { status: { enum: ['open', 'late'] } } } },
  })
  expect(shown).toBe(`{
  customer: string // Whom it is about.; at most 40 characters
  orders?: Record<string, {
    status?: "open" | "late"
  }> // at most 15 keys; keys: at most 8 characters
  tags?: ("new" | "vip")[] // at most 1 item
  count?: number | null // integer; ≥ 0; default 0
  "at home"?: true
}`)
})

test('the type of one place is found through keys of data', () => {
  expect(typeText(schema, '/orders/W9/status')).toBe('"open" | "late"')
  expect(typeText(schema, '/customer')).toBe('string // Whom it is about.; at most 40 characters')
  expect(typeText(schema, '/customer/name')).toBeUndefined()
})

test('a schema that refers to itself comes to an end', () => {
  expect(typeText(schema).length).toBeLessThan(2_000)
  const properties = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`p${index}`, { $ref: '#' }]),
  )
  expect(typeText({ type: 'object', properties }).length).toBeLessThan(200_000)
  const nested = { anyOf: [{ $ref: '#' }, { type: 'array', items: { $ref: '#' } }] }
  expect(typeText(nested).length).toBeLessThan(200_000)
})
