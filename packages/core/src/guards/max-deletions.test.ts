import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPatch, anyState } from '../../test/any-state.ts'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { tryGuards } from '../../test/try-guards.ts'
import { maxDeletions } from './max-deletions.ts'

const state = {
  shelves: { s1: 'a', s2: 'b', s3: 'c' },
  list: [1, 2, [3, 4]],
  empty: {},
  orders: { o1: { x: 1, y: 2 }, o2: { x: 1, y: 2 } },
}

describe('maxDeletions', () => {
  it.each<[number, JsonObject]>([
    [1, { shelves: { s1: null } }],
    [2, { shelves: { s1: null, s2: null, s4: null } }],
    [0, { shelves: { s4: null, s1: 'z' }, other: null }],
    [3, { shelves: null }],
    [3, { shelves: 'none' }],
    [1, { empty: null }],
    [4, { list: null }],
    [1, { list: [9, 9, 9] }],
    [0, { list: [9, 9, 9, 9, 9] }],
    [4, { list: { a: 1 } }],
    [4, { orders: null }],
  ])('%i allows %j, and one less does not', (most, patch) => {
    expect(tryGuards([maxDeletions(most)], state, patch)).not.toBeInstanceOf(Array)
    if (most > 0) expect(tryGuards([maxDeletions(most - 1)], state, patch)).toHaveLength(1)
  })

  it('says how many, and where', () => {
    expect(tryGuards([maxDeletions(1)], state, { shelves: { s1: null }, orders: { o1: null } })).toEqual([
      {
        path: '',
        message:
          'expected at most 1 deleted value in a step, found 3 (/shelves/s1, /orders/o1): keep the others for now',
      },
    ])
  })

  it('counts each place for itself', () => {
    const guards = [maxDeletions(1, { within: ['/orders/*'] })]
    const spread = { shelves: null, orders: { o1: { x: null }, o2: { y: null } } }
    expect(tryGuards(guards, state, spread)).not.toBeInstanceOf(Array)
    expect(tryGuards(guards, state, { orders: { o2: { x: null, y: null } } })).toMatchObject([
      { path: '/orders/o2' },
    ])
    expect(tryGuards(guards, state, { orders: null })).toMatchObject([
      { path: '/orders/o1' },
      { path: '/orders/o2' },
    ])
  })

  it('counts what an object that replaces another one omits', () => {
    expect(tryGuards([maxDeletions(0)], { a: { b: 1 } }, { a: { b: 2 } })).toEqual({ a: { b: 2 } })
  })

  it.each([-1, 0.5, Number.NaN, Infinity])('rejects the number %s', (most) => {
    expect(() => maxDeletions(most)).toThrow(expect.objectContaining({ code: 'invalid-option' }))
  })

  it('law: if no deletion is allowed, every path is still there', () => {
    const law = fc.property(anyState, anyPatch, (before, patch) => {
      const after = tryGuards([maxDeletions(0)], before, patch)
      if (!Array.isArray(after)) expect(keeps(before, after as JsonObject)).toBe(true)
    })
    fc.assert(law, { numRuns: fuzzRuns(500) })
  })
})

function keeps(before: JsonValue, after: JsonValue | undefined): boolean {
  if (!isJsonObject(before)) return after !== undefined
  return isJsonObject(after) && Object.entries(before).every(([key, child]) => keeps(child, own(after, key)))
}

function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
