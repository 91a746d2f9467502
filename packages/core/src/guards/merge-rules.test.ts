import type { JsonObject, JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPatch, anyState } from '../../test/any-state.ts'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { tryGuards } from '../../test/try-guards.ts'
import { merge } from '../merge.ts'
import { mergeRules } from './merge-rules.ts'

const state = {
  log: ['a', 'b'],
  tags: ['x', { n: 1, m: 2 }],
  peak: 5,
  id: 'one',
  plan: { now: { step: 1, why: 'x' }, next: 'rest' },
  shelves: { s1: 'item_1', s2: { box: 1 } },
  rooms: { hall: { log: [1] } },
  scalar: 'text',
}
const guards = [
  mergeRules({
    '/log': { rule: 'append', most: 3 },
    '/tags': 'union',
    '/peak': 'max',
    '/id': 'once',
    '/plan': 'replace',
    '/shelves/*': 'once',
    '/rooms/*/log': 'append',
    '/scalar': 'append',
  }),
]

describe('mergeRules', () => {
  it.each<[string, JsonObject, object]>([
    ['appends', { log: ['c'] }, { log: ['a', 'b', 'c'] }],
    ['keeps the newest', { log: ['c', 'd'] }, { log: ['b', 'c', 'd'] }],
    ['keeps the newest of many', { log: ['c', 'd', 'e', 'f'] }, { log: ['d', 'e', 'f'] }],
    ['appends nothing', { log: [] }, { log: ['a', 'b'] }],
    ['unites', { tags: [{ m: 2, n: 1 }, 'y', 'x', 'y'] }, { tags: ['x', { n: 1, m: 2 }, 'y'] }],
    ['keeps the larger that is there', { peak: 3 }, { peak: 5 }],
    ['takes the larger that is written', { peak: 7.5 }, { peak: 7.5 }],
    ['lets the same value pass', { id: 'one', shelves: { s2: { box: 1 } } }, {}],
    ['sets what is empty', { shelves: { s3: 'item_3' } }, { shelves: { ...state.shelves, s3: 'item_3' } }],
    ['replaces', { plan: { now: { step: 2 } } }, { plan: { now: { step: 2 } } }],
    ['replaces by a scalar', { plan: 'none' }, { plan: 'none' }],
    [
      'reaches into maps',
      { rooms: { hall: { log: [2] }, attic: { log: [1] } } },
      { rooms: { hall: { log: [1, 2] }, attic: { log: [1] } } },
    ],
    [
      'deletes by null',
      { log: null, id: null, shelves: { s1: null } },
      { log: undefined, id: undefined, shelves: { s2: { box: 1 } } },
    ],
    ['leaves other places to ⊕', { other: { a: 1 } }, { other: { a: 1 } }],
  ])('%s', (_, patch, changed) => {
    expect(tryGuards(guards, state, patch)).toEqual({ ...state, ...changed })
  })

  it.each<[JsonObject, string, string]>([
    [{ log: 'c' }, '/log', 'expected an array of the items to add, found the string "c"'],
    [
      { scalar: [1] },
      '/scalar',
      'expected an array to add to, found the string "text" in the state: delete that first',
    ],
    [{ tags: { a: 1 } }, '/tags', 'expected an array of the items to add, found an object with the key "a"'],
    [{ peak: 'high' }, '/peak', 'expected a number (the largest is kept), found the string "high"'],
    [{ id: 'two' }, '/id', 'expected the string "one" to stay, since it is set once, found the string "two"'],
    [{ shelves: { s1: 'item_2' } }, '/shelves/s1', 'delete it with null in a step of its own'],
    [{ shelves: { s2: { box: null } } }, '/shelves/s2', 'expected an object with the key "box" to stay'],
  ])('rejects %j', (patch, path, message) => {
    expect(tryGuards(guards, state, patch)).toEqual([{ path, message: expect.stringContaining(message) }])
  })

  it('takes the first rule of a place, and rules at places within one another', () => {
    const both = mergeRules({ '/a': 'replace', '/*': 'max', '/a/log': 'append' })
    expect(tryGuards([both], { a: { log: [1], old: 1 } }, { a: { log: [2] } })).toEqual({
      a: { log: [1, 2] },
    })
  })

  it('replaces the whole state if the place is the whole', () => {
    expect(tryGuards([mergeRules({ '': 'replace' })], { a: 1, b: { c: 1 } }, { b: { d: 1 } })).toEqual({
      b: { d: 1 },
    })
  })

  it.each([0, -1, 1.5, Number.NaN])('rejects an append limit of %s', (most) => {
    expect(() => mergeRules({ '/x': { rule: 'append', most } })).toThrow(
      expect.objectContaining({ code: 'invalid-option' }),
    )
  })
})

describe('laws of the rules', () => {
  const items = fc.array(fc.oneof(fc.nat(3), fc.record({ a: fc.nat(2) })), { maxLength: 6 })
  const under = (rule: Parameters<typeof mergeRules>[0], present: JsonValue, written: JsonValue): unknown =>
    (tryGuards([mergeRules(rule)], { x: present }, { x: written }) as JsonObject).x
  const runs = { numRuns: fuzzRuns(300) }

  it('append keeps the end of what was there followed by what is written', () => {
    fc.assert(
      fc.property(items, items, fc.integer({ min: 1, max: 8 }), (present, written, most) => {
        const all = [...present, ...written]
        expect(under({ '/x': { rule: 'append', most } }, present, written)).toEqual(all.slice(-most))
      }),
      runs,
    )
  })
  it('union has each item once, and takes the same patch twice as once', () => {
    fc.assert(
      fc.property(items, items, (present, written) => {
        const united = under({ '/x': 'union' }, present, written) as JsonValue[]
        const texts = united.map((item) => JSON.stringify(item))
        expect(new Set(texts)).toEqual(new Set([...present, ...written].map((item) => JSON.stringify(item))))
        expect(texts).toHaveLength(new Set(texts).size)
        expect(under({ '/x': 'union' }, united, written)).toEqual(united)
      }),
      runs,
    )
  })
  it('max is the larger of both', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (present, written) => {
        expect(under({ '/x': 'max' }, present, written)).toBe(Math.max(present, written))
      }),
      runs,
    )
  })
  it('replace leads to what was written, nulls left out, and never what was there', () => {
    fc.assert(
      fc.property(anyState, anyPatch, (present, written) => {
        expect(under({ '/x': 'replace' }, present, written)).toEqual(merge({}, { x: written }).x)
      }),
      runs,
    )
  })
  it('once leaves what is there in every accepted patch that does not delete it', () => {
    fc.assert(
      fc.property(anyState, anyPatch, (present, written) => {
        const after = tryGuards([mergeRules({ '/x': 'once' })], { x: present }, { x: written })
        if (Array.isArray(after)) expect(merge({ x: present }, { x: written })).not.toEqual({ x: present })
        else expect(after).toEqual({ x: present })
      }),
      runs,
    )
  })
})

describe('a rule cannot be passed by overwriting what is above its place', () => {
  const before = { m: { a: 'first' }, p: { x: 5 }, q: {} }
  const ruled = [mergeRules({ '/m/*': 'once', '/p/x': 'max', '/q/*': 'once' })]

  it.each<[string, JsonObject, string]>([
    ['a scalar, over what is set once', { m: 'x' }, '/m'],
    ['a list, over what is set once', { m: ['second'] }, '/m'],
    ['a number, over the largest', { p: 1 }, '/p'],
  ])('%s', (_, patch, path) => {
    expect(tryGuards(ruled, before, patch)).toEqual([
      { path, message: expect.stringContaining('has a rule') },
    ])
  })

  it('but an empty one may be overwritten, and null deletes', () => {
    expect(tryGuards(ruled, before, { q: 1, m: null })).toEqual({ p: { x: 5 }, q: 1 })
  })
})
