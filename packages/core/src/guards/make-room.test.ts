import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tryGuards } from '../../test/try-guards.ts'
import { schemaGuards } from './from-schema.ts'
import { makeRoom } from './make-room.ts'
import { protect } from './protect.ts'

const orders = (more: JsonObject): JsonObject => ({
  type: 'object',
  properties: {
    orders: { type: 'object', maxProperties: 3, additionalProperties: { $ref: '#/$defs/order' }, ...more },
    note: { type: 'string', maxLength: 5, 'x-cut': true },
  },
  $defs: { order: { type: 'object', properties: { paid: { type: 'boolean' } } } },
})
const full = { orders: { a: {}, b: { paid: true }, c: {} } }

describe('a full object', () => {
  test('loses its oldest entries if the schema says so', () => {
    const guards = [makeRoom(orders({ 'x-evict': 'oldest' }))]
    expect(tryGuards(guards, full, { orders: { d: {}, e: {} } })).toEqual({ orders: { c: {}, d: {}, e: {} } })
    expect(tryGuards(guards, full, { orders: { a: { paid: true }, d: {} } })).toEqual({
      orders: { a: { paid: true }, c: {}, d: {} },
    })
    expect(tryGuards(guards, full, { orders: { c: null, d: {} } })).toEqual({
      orders: { a: {}, b: { paid: true }, d: {} },
    })
  })

  test('never loses a protected entry', () => {
    const others = [protect(['/orders/*/paid'])]
    const guards = [...others, makeRoom(orders({ 'x-evict': 'oldest' }), others)]
    expect(tryGuards(guards, full, { orders: { d: {}, e: {} } })).toEqual({
      orders: { b: { paid: true }, d: {}, e: {} },
    })
    const paid = { orders: { a: { paid: true }, b: { paid: true }, c: { paid: true } } }
    expect(tryGuards(guards, paid, { orders: { d: {} } })).toEqual([
      { path: '/orders', message: expect.stringContaining('of which none may be evicted') },
    ])
  })

  test('is otherwise rejected with a reason that names its entries', () => {
    expect(tryGuards([makeRoom(orders({}))], full, { orders: { d: {} } })).toEqual([
      {
        path: '/orders',
        message: 'expected at most 3 entries, found 4: delete 1 with null first; there are "a", "b", "c"',
      },
    ])
  })

  test('stays within its limit, whatever the patches are', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', '7', '__proto__')
    const patch = fc.array(fc.tuple(key, fc.constantFrom<JsonObject | null>({}, { paid: true }, null)), {
      maxLength: 4,
    })
    const guards = schemaGuards(orders({ 'x-evict': 'oldest' }))
    fc.assert(
      fc.property(fc.array(patch, { maxLength: 6 }), (patches) => {
        let state: JsonObject = { orders: {} }
        for (const each of patches) {
          const written = Object.fromEntries(each)
          const after = tryGuards(guards, state, { orders: written })
          if (Array.isArray(after)) continue
          state = after as JsonObject
          const kept = Object.keys(state.orders as JsonObject)
          expect(kept.length).toBeLessThanOrEqual(3)
          for (const [name, value] of Object.entries(written))
            expect(kept.includes(name)).toBe(value !== null)
        }
      }),
      { numRuns: 500 },
    )
  })
})

test('a text is cut only if the schema says so', () => {
  const guards = [makeRoom(orders({}))]
  expect(tryGuards(guards, {}, { note: 'long text', other: 'long text' })).toEqual({
    note: 'long…',
    other: 'long text',
  })
  expect(tryGuards(guards, {}, { note: '😀😀😀😀😀' })).toEqual({ note: '😀😀😀😀😀' })
  expect(tryGuards(guards, {}, { note: '😀😀😀😀😀😀' })).toEqual({ note: '😀😀😀😀…' })
})
