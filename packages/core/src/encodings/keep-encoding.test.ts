import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { describe, expect, it } from 'vitest'
import { State } from '../state/state.ts'
import { keepEncoding } from './keep-encoding.ts'

const text = { type: 'string' }
const closed = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})

describe('the schema of kept keys', () => {
  it('requires every key, with null only where it may go', () => {
    const shut = { additionalProperties: false }
    const keep = closed({ keep: { type: 'boolean', enum: [true] } }, { required: ['keep'], ...shut })
    expect(keepEncoding.patchSchema(closed({ a: text, b: text }, { required: ['a'] }))).toStrictEqual(
      closed(
        { a: { anyOf: [text, keep] }, b: { anyOf: [text, { type: 'null' }, keep] } },
        { required: ['a', 'b'], ...shut },
      ),
    )
  })

  const node = {
    $defs: { node: closed({ next: { $ref: '#/$defs/node' } }) },
    ...closed({ n: { $ref: '#/$defs/node' } }),
  }
  it.each<[string, JsonObject, string]>([
    ['a map', closed({ m: { type: 'object', additionalProperties: text } }), '"/m" leaves keys open'],
    ['patterns', closed({ m: { type: 'object', patternProperties: { a: text } } }), '"/m" leaves keys open'],
    ['an object without keys', closed({ m: { type: 'object' } }), '"/m" leaves keys open'],
    ['an open root', { type: 'object' }, 'the state leaves keys open'],
    [
      'a root of several shapes',
      { anyOf: [closed({ a: text }), closed({ b: text })] },
      'the state offers several',
    ],
    [
      'a choice of objects',
      closed({ m: { oneOf: [closed({ a: text }), closed({ b: text })] } }),
      '"/m" offers several',
    ],
    ['any value', closed({ o: closed({ 'a/b': {} }) }), '"/o/a~1b" allows any value'],
    [
      'an array of objects',
      closed({ l: { type: 'array', items: closed({ a: text }) } }),
      '"/l" is an array of objects',
    ],
    ['an array of anything', closed({ l: { type: 'array' } }), '"/l" is an array of anything'],
    ['a tuple', closed({ l: { type: 'array', prefixItems: [text] } }), '"/l" is an array of fixed places'],
    [
      'the name of the sign',
      closed({ o: closed({ keep: { type: 'boolean' } }) }),
      '"/o/keep" has the name of the sign',
    ],
    ['a state in itself', node, 'is nested more than 8 levels deep, or contains itself'],
  ])('rejects %s in one line', (_, schema, reason) => {
    const derive = () => keepEncoding.patchSchema(schema)
    expect(derive).toThrow(
      expect.objectContaining({ code: 'invalid-skill', message: expect.stringContaining(reason) }),
    )
    expect(derive).toThrow(
      /^the encoding "keep" cannot write this state: [^\n]*; use the encoding "operations"$/,
    )
  })

  it('takes scalars, arrays of them, nested objects, and a root with a key "keep"', () => {
    const list = { type: 'array', items: { type: 'array', items: { type: ['integer', 'null'] } } }
    const schema = closed({ keep: { type: 'boolean' }, list, o: closed({ p: closed({ q: text }) }) })
    expect(() => keepEncoding.patchSchema(schema)).not.toThrow()
  })
})

describe('a state written key by key', () => {
  const keep = { keep: true }
  const state = State.from({ a: 1, o: { x: 1, y: 'v' } })
  it.each<[string, JsonObject, JsonObject]>([
    ['everything kept', { a: keep, o: keep, n: keep }, {}],
    ['a nested object of kept keys', { a: keep, o: { x: keep, y: keep }, n: keep }, {}],
    ['a missing key stays', { a: 2 }, { a: 2 }],
    ['a nested deletion', { o: { x: null, y: keep } }, { o: { x: null } }],
    ['a new object', { n: { x: 1, y: null } }, { n: { x: 1 } }],
    ['a new object without keys', { n: { x: null, y: null } }, { n: {} }],
    ['a new empty object', { n: {}, m: { x: {} } }, { n: {}, m: { x: {} } }],
    ['an empty object in place of a scalar', { a: {} }, { a: {} }],
    ['an empty object where there is one', { o: {} }, {}],
    ['no object where all its keys stay', { n: { x: keep, y: keep } }, {}],
    ['a false sign is a value', { n: { keep: false } }, { n: { keep: false } }],
    ['a key of the root with the name of the sign', { keep: true }, { keep: true }],
    ['arrays are taken as they are', { a: [{ keep: true }] }, { a: [{ keep: true }] }],
  ])('%s', (_, written, patch) => {
    expect(keepEncoding.decode(written, state)).toEqual({ ok: true, value: patch as JsonValue })
  })
})
