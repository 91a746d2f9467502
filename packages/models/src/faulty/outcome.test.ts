import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPatch, anyState } from '../../test/faulty-scenes.ts'
import { outcomesDiffer } from './_places.ts'

const state = { a: { b: 1, c: [1, { d: 2 }] } }

test.each<[JsonObject, JsonObject, boolean]>([
  [{ a: { b: null } }, {}, true],
  [{ a: { x: null } }, {}, false],
  [{ a: { x: { y: null } } }, { a: { x: {} } }, false],
  [{ a: { b: 1 } }, {}, false],
  [{ a: null }, { a: {} }, true],
  [{ a: { c: [1, { d: 2 }] } }, {}, false],
  [{ a: { c: [1, { d: 3 }] } }, {}, true],
  [{ a: { c: [1] } }, {}, true],
  [{ x: 1, y: 2 }, { y: 2, x: 1 }, false],
  [JSON.parse('{"__proto__":{"x":1}}') as JsonObject, {}, true],
])('%j and %j lead to different states: %s', (left, right, differ) => {
  expect(outcomesDiffer(state, left, right)).toBe(differ)
  expect(outcomesDiffer(state, right, left)).toBe(differ)
})

test('a patch leads where it leads, in whatever order its keys are', () => {
  fc.assert(
    fc.property(anyState, anyPatch, (any, patch) => {
      const turned = Object.fromEntries(Object.entries(patch).reverse())
      expect(outcomesDiffer(any, patch, turned)).toBe(false)
    }),
  )
})
