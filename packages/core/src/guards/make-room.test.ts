import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tryGuards } from '../../test/try-guards.ts'
import { applyPatch } from '../apply-patch.ts'
import { compileSkill } from '../compile-skill.ts'
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

describe('a map that folds', () => {
  const texts = { type: 'string', maxLength: 10, 'x-cut': 20 }
  const schema: JsonObject = {
    type: 'object',
    properties: {
      done: {
        type: 'object',
        maxProperties: 2,
        propertyNames: { maxLength: 12, 'x-cut': 24 },
        additionalProperties: texts,
        'x-evict': 'oldest',
        'x-fold': 'earlier',
      },
      earlier: { type: 'string', maxLength: 20, 'x-cut': true },
    },
    additionalProperties: false,
  }
  const guards = schemaGuards(schema)

  test('adds its oldest entries to a text, which keeps its end', () => {
    const first = tryGuards(guards, { done: { a: '1', b: '2' } }, { done: { c: '3', d: '4' } })
    expect(first).toEqual({ done: { c: '3', d: '4' }, earlier: 'a: 1; b: 2' })
    expect(tryGuards(guards, first as JsonObject, { done: { e: '5', f: '6', g: '7', h: '8' } })).toEqual({
      done: { g: '7', h: '8' },
      earlier: '…3; d: 4; e: 5; f: 6',
    })
  })

  test('takes what the model deletes for gone', () => {
    expect(tryGuards(guards, { done: { a: '1', b: '2' } }, { done: { a: null, c: '3' } })).toEqual({
      done: { b: '2', c: '3' },
    })
  })

  test('cuts keys in the middle, and texts by what the prompt shows of them', () => {
    expect(
      tryGuards(guards, {}, { done: { 'read the first file': '日本語の文字', b: 'plain text, long' } }),
    ).toEqual({
      done: { 'read …t file': '日本…', b: 'plain tex…' },
    })
  })

  test('rejects no text, however long it is, and keeps to the bound', () => {
    const compiled = compileSkill(
      { name: 'notes', instructions: '', schema, initialState: { done: {} } },
      { guards },
    )
    const entries = fc.dictionary(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 200 }),
      { maxKeys: 6 },
    )
    fc.assert(
      fc.property(fc.array(entries, { maxLength: 8 }), (patches) => {
        let state = compiled.initialState
        for (const done of patches) {
          const result = applyPatch(compiled, state, { done })
          if (!result.ok) throw new Error(JSON.stringify(result.issues))
          state = result.value.state
        }
        expect(state.text.length).toBeLessThanOrEqual(2 * (24 + 20 + 6) + 12 * 20 + 30)
      }),
    )
  })
})
