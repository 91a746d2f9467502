import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundedSchemas } from '../../test/bounded-schema.ts'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { compileJsonSchema } from '../schema/json-schema.ts'
import { State } from '../state/state.ts'
import { stateBound } from './schema.ts'

describe('laws of stateBound', () => {
  it('no valid state is longer', () => {
    const cases = boundedSchemas.chain(({ schema, values }) => fc.tuple(fc.constant(schema), values))
    const law = fc.property(cases, ([schema, value]) => {
      expect(compileJsonSchema(schema)(value)).toEqual([])
      expect(State.from(value).text.length).toBeLessThanOrEqual(stateBound(schema).most)
    })
    fc.assert(law, { numRuns: fuzzRuns(200) })
  })

  it('one valid state is as long', () => {
    const law = fc.property(boundedSchemas, ({ schema, longest }) => {
      expect(compileJsonSchema(schema)(longest)).toEqual([])
      expect(stateBound(schema)).toEqual({ most: State.from(longest).text.length, unbounded: [] })
    })
    fc.assert(law, { numRuns: fuzzRuns(200) })
  })
})

const text = { type: 'string', maxLength: 1 }
const open = { path: '', reason: 'further keys with any values', fix: 'additionalProperties' }

/** An object whose only value is of this schema, under the key `a`, whose entry takes 6 characters more. */
const only = (schema: JsonObject | boolean): JsonObject => ({
  properties: { a: schema },
  additionalProperties: false,
})

describe('what bounds', () => {
  it.each<[string, JsonObject, number]>([
    ['nothing but the empty object', { additionalProperties: false }, 2],
    ['a key that no value fits', only(false), 2],
    ['a null, which a state never holds', only({ type: ['null', 'boolean'] }), 11],
    ['the largest whole number', only({ type: 'integer' }), 6 + 17],
    [
      'whole numbers between fractions',
      only({ type: 'integer', minimum: -9.5, exclusiveMaximum: 10 }),
      6 + 2,
    ],
    [
      'a reference by the name of the schema itself',
      {
        $id: 'https://example.org/state',
        ...only({ $ref: 'https://example.org/state#/$defs/flag' }),
        $defs: { flag: { type: 'boolean' } },
      },
      6 + 5,
    ],
    ['whole multiples', only({ type: 'integer', multipleOf: 5, minimum: 0, maximum: 95 }), 6 + 2],
    ['multiples, 5e-324 among them', only({ type: 'number', multipleOf: 2, minimum: 0, maximum: 8 }), 6 + 23],
    ['an array of no items', only({ type: 'array', items: false }), 6 + 2],
    [
      'an array that is as long as its first items',
      only({ type: 'array', prefixItems: [text], items: false }),
      6 + 16,
    ],
    [
      'first items up to one that nothing fits',
      only({ type: 'array', prefixItems: [text, false], maxItems: 9 }),
      6 + 16,
    ],
    [
      'no more first items than the limit',
      only({ type: 'array', prefixItems: [text, {}], maxItems: 1 }),
      6 + 16,
    ],
    [
      'keys that are listed',
      { propertyNames: { enum: ['a', 'bb'] }, additionalProperties: text },
      2 + 18 + 1 + 19,
    ],
    [
      'one key',
      { propertyNames: { const: 'a' }, additionalProperties: text, properties: { a: { const: 1 }, b: {} } },
      7,
    ],
    [
      'keys by pattern',
      { patternProperties: { '^k[0-9]$': text }, additionalProperties: false, maxProperties: 2 },
      2 + 38 + 1,
    ],
    ['no keys', { additionalProperties: {}, maxProperties: 0 }, 2],
    ['keys that no name fits', { propertyNames: false, additionalProperties: {}, maxProperties: 1 }, 2],
    [
      'the narrower of two',
      only({ type: 'string', maxLength: 9, allOf: [text], anyOf: [{ maxLength: 2 }, {}] }),
      6 + 14,
    ],
    [
      'keywords beside a reference',
      { ...only({ $ref: '#/$defs/t', maxLength: 1 }), $defs: { t: { type: 'string' } } },
      6 + 14,
    ],
    [
      'a pattern that makes characters narrow',
      only({ type: 'string', pattern: '^[a-z]+$', maxLength: 5 }),
      6 + 7,
    ],
    ['a pattern that it cannot read', only({ type: 'string', pattern: '[a-z]', maxLength: 1 }), 6 + 14],
    [
      'a huge number of entries',
      {
        ...only(true),
        properties: {},
        additionalProperties: { const: 1 },
        propertyNames: { maxLength: 1 },
        maxProperties: 1e9,
      },
      2 + 1e9 * 16 + 1e9 - 1,
    ],
    [
      'items of draft-07',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        ...only({ type: 'array', items: [text], additionalItems: false }),
      },
      6 + 16,
    ],
  ])('%s', (_, schema, most) => {
    expect(() => compileJsonSchema(schema)).not.toThrow()
    expect(stateBound(schema)).toEqual({ most, unbounded: [] })
  })

  it.each<[string, JsonObject, [path: string, fix: string][]]>([
    ['no schema', {}, [['', 'additionalProperties']]],
    ['no word about further keys', { properties: { a: text } }, [['', 'additionalProperties']]],
    ['text', only({ type: 'string' }), [['/a', 'maxLength']]],
    ['any value', only({}), [['/a', 'type']]],
    ['any value but for short texts', only({ maxLength: 3 }), [['/a', 'type']]],
    [
      'an array',
      only({ type: 'array', items: { type: 'string' } }),
      [
        ['/a', 'maxItems'],
        ['/a/*', 'maxLength'],
      ],
    ],
    ['an array of anything', only({ type: 'array', maxItems: 3 }), [['/a/*', 'type']]],
    [
      'first items',
      only({ type: 'array', prefixItems: [{ type: 'string' }], items: false }),
      [['/a/0', 'maxLength']],
    ],
    [
      'a map',
      only({ type: 'object', additionalProperties: { type: 'string' } }),
      [
        ['/a', 'maxProperties'],
        ['/a/*', 'propertyNames.maxLength'],
        ['/a/*', 'maxLength'],
      ],
    ],
    ['long keys', { additionalProperties: text, maxProperties: 2 }, [['/*', 'propertyNames.maxLength']]],
    ['listed keys with any values', { propertyNames: { enum: ['a'] } }, [['/a', 'additionalProperties']]],
    [
      'a key to escape',
      { properties: { 'a/b': { type: 'string' } }, additionalProperties: false },
      [['/a~1b', 'maxLength']],
    ],
    [
      'one of two',
      only({ anyOf: [text, { type: 'string' }, { type: 'array', items: text }] }),
      [
        ['/a', 'maxLength'],
        ['/a', 'maxItems'],
      ],
    ],
    ['itself', { ...only({ $ref: '#' }) }, [['/a', '$ref']]],
    [
      'a reference by name',
      { ...only({ $ref: '#t' }), $defs: { t: { $anchor: 't', type: 'string' } } },
      [['/a', '$ref']],
    ],
    [
      'prefixItems in draft-07',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        ...only({ type: 'array', prefixItems: [text], maxItems: 1 }),
      },
      [['/a/*', 'type']],
    ],
    ['unevaluatedProperties', { unevaluatedProperties: false }, [['', 'additionalProperties']]],
  ])('nothing bounds %s', (_, schema, places) => {
    expect(() => compileJsonSchema(schema)).not.toThrow()
    const { most, unbounded } = stateBound(schema)
    expect(most).toBe(Infinity)
    expect(unbounded.map(({ path, fix }) => [path, fix])).toEqual(places)
  })

  it('names the reason', () => {
    expect(stateBound({}).unbounded).toEqual([open])
  })
})
