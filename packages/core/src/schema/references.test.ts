import type { JsonObject } from '@skill-state/protocol'
import { describe, expect, it } from 'vitest'
import { followReference, hasPlainReferences, isSelfContained, pointerOf } from './references.ts'

describe('pointerOf', () => {
  it.each<[string | undefined, string, string | undefined]>([
    [undefined, '#', ''],
    [undefined, '', ''],
    [undefined, '#/$defs/a%25b', '/$defs/a%b'],
    [undefined, '#/$defs/a%', undefined],
    [undefined, '#/%E4', undefined],
    [undefined, '#a', undefined],
    [undefined, 'other#/a', undefined],
    ['https://x.org/s', 'https://x.org/s', ''],
    ['https://x.org/s', 'https://x.org/s#', ''],
    ['https://x.org/s', 'https://x.org/s#/a', '/a'],
    ['https://x.org/s', 'https://x.org/schemas#/a', undefined],
    ['https://x.org/s', 'https://x.org/t#/a', undefined],
    ['https://x.org/s', '#/a', '/a'],
    ['https://x.org/s#', 'https://x.org/s#/a', '/a'],
    ['https://x.org/s#', 'https://x.org/s', ''],
  ])('of the document %j: %j means %j', ($id, reference, pointer) => {
    expect(pointerOf($id === undefined ? {} : { $id }, reference)).toBe(pointer)
  })

  it.each([undefined, null, 7, {}])('of %j, which is not a reference', (reference) => {
    expect(pointerOf({}, reference)).toBeUndefined()
  })
})

it('follows references to what is there', () => {
  const root = { $id: 'https://x.org/s', $defs: { 'a/b': { type: 'string' } }, allOf: [true] }
  expect(followReference(root, 'https://x.org/s#/$defs/a~1b')).toBe(root.$defs['a/b'])
  expect(followReference(root, '#/allOf/0')).toBe(true)
  expect(followReference(root, '#/allOf/length')).toBeUndefined()
  expect(followReference(root, '#/$defs/none')).toBeUndefined()
})

it.each<[JsonObject, boolean, boolean]>([
  [{}, true, true],
  [
    { $id: 'https://x.org/s', properties: { a: { $ref: 'https://x.org/s#/properties/b' }, b: {} } },
    true,
    true,
  ],
  [{ properties: { a: { $ref: '#/properties/none' } } }, true, false],
  [{ properties: { a: { $ref: 'other' } } }, true, false],
  [{ properties: { a: { $ref: '#/%' } } }, true, false],
  [{ properties: { a: { $id: 'b' } } }, false, false],
  [{ allOf: [{ $anchor: 'a' }] }, false, false],
  [{ $anchor: 'a' }, false, false],
  [{ $dynamicRef: '#a' }, false, false],
])('%j has plain references: %j, and only to itself: %j', (schema, isPlain, isClosed) => {
  expect(hasPlainReferences(schema)).toBe(isPlain)
  expect(isSelfContained(schema)).toBe(isClosed)
})
