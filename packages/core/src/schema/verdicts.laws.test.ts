import type { JsonObject, JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lawRuns } from '../../test/fuzz-runs.ts'
import { ajvVerdict } from '../../test/schema/ajv.ts'
import { flatSchemas, recursiveSchemas, values } from '../../test/schema/arbitraries.ts'
import { Run } from '../pattern/run.ts'
import { compileJsonSchema } from './json-schema.ts'
import { EndlessReference } from './validator/combiners.ts'
import { openDocument } from './validator/document.ts'

/** How ajv fails for a schema that leads back to itself without end, and for `if` beside `else: false`. */
const failures = [RangeError, TypeError, ReferenceError, EndlessReference]

/** What a judge says; undefined if it fails. */
function verdict(judge: () => boolean): boolean | undefined {
  try {
    return judge()
  } catch (error) {
    if (failures.some((failure) => error instanceof failure)) return undefined
    throw error
  }
}

// Ajv's own notes on what was evaluated go wrong below references, and it misjudges `contains` in what repeats, so these
// are by the specification.
it.each<[string, JsonObject, [JsonValue, boolean][]]>([
  [
    'keys of the branch that passes',
    {
      anyOf: [
        { properties: { a: { const: 1 } }, required: ['a'] },
        { properties: { b: true }, required: ['b'] },
      ],
      unevaluatedProperties: false,
    },
    [
      [{ a: 1 }, true],
      [{ a: 2, b: 1 }, false],
      [{ a: 1, b: 1 }, true],
      [{ b: 1 }, true],
      [{ b: 1, c: 1 }, false],
    ],
  ],
  [
    'keys below a reference',
    {
      $ref: '#/$defs/p',
      $defs: { p: { properties: { a: true } } },
      unevaluatedProperties: { type: 'integer' },
    },
    [
      [{ a: 'x', b: 1 }, true],
      [{ a: 'x', b: 'x' }, false],
    ],
  ],
  [
    'items before the rest',
    { prefixItems: [true], allOf: [{ prefixItems: [true, true] }], unevaluatedItems: false },
    [
      [[1, 2], true],
      [[1, 2, 3], false],
    ],
  ],
  [
    'items of a branch that does not pass',
    { anyOf: [{ items: { type: 'string' } }, { type: 'array' }], unevaluatedItems: false },
    [
      [['a'], true],
      [[1], false],
      [[], true],
    ],
  ],
  [
    'what each item contains',
    { items: { contains: { type: 'string' } } },
    [
      [[['a'], ['b', 1]], true],
      [[['a'], []], false],
    ],
  ],
])('judges by the specification: %s', (_, schema, samples) => {
  const check = compileJsonSchema(schema)
  for (const [value, passes] of samples) expect([value, check(value).length === 0]).toEqual([value, passes])
})

it.each([
  ['recursive', recursiveSchemas, lawRuns(60)],
  ['flat', flatSchemas, lawRuns(300)],
] as const)('law: gives the verdict of ajv, by random %s schemas', (_, schemas, numRuns) => {
  const counts = { true: 0, false: 0, undefined: 0 }
  const samples = fc.array(values, { minLength: 20, maxLength: 20 })
  const law = fc.property(schemas, samples, (schema, each) => {
    const [node, whole] = [openDocument(schema).whole, ajvVerdict(schema)]
    for (const value of each) {
      const expected = verdict(() => whole(value))
      const found = verdict(() => node.judge(value, new Run(Number.POSITIVE_INFINITY)))
      counts[`${found}`] += 1
      // Ajv skips some schemas that lead back to themselves without end, where ours says so.
      if (found !== undefined && expected !== undefined)
        expect({ schema, value, found }).toEqual({ schema, value, found: expected })
      if (expected === false) expect(compileJsonSchema(schema)(value).length).toBeGreaterThan(0)
    }
  })
  fc.assert(law, { numRuns })
  expect(counts.true).toBeGreaterThan(lawRuns(100))
  expect(counts.false).toBeGreaterThan(lawRuns(100))
})

describe('a number is a multiple as a person reads it', () => {
  const check = (multipleOf: number) => compileJsonSchema({ multipleOf })
  it('for all 10,000 prices to 100.00', () => {
    const cents = check(0.01)
    const refused = Array.from({ length: 10_000 }, (_, at) =>
      Number(`${Math.floor((at + 1) / 100)}.${String((at + 1) % 100).padStart(2, '0')}`),
    ).filter((price) => cents(price).length > 0)
    expect(refused).toEqual([])
  })
  it.each([
    [19.999, 0.01, false],
    [0.3, 0.1, true],
    [-4.35, 0.05, true],
    [1e-7, 1e-8, true],
    [1e300, 1e-300, true],
    [5e-324, 2, false],
    [0, 0.7, true],
    [7, 3.5, true],
  ])('%d of %d: %j', (value, step, fits) => {
    expect(check(step)(value)).toHaveLength(fits ? 0 : 1)
  })
})

describe('a schema that ajv does not compile', () => {
  it.each([
    ['(a)\\1', 'a reference to a group'],
    ['(?<=a)b', 'a look behind'],
  ])('is rejected for a pattern that cannot be bounded: %s', (pattern, reason) => {
    expect(() => openDocument({ pattern })).toThrow(`cannot be matched in bounded time: it has ${reason}`)
  })
})

it('judges a property that is named __proto__ like any other', () => {
  const schema = JSON.parse(
    '{"properties":{"__proto__":{"type":"string"}},"required":["__proto__"],"additionalProperties":false}',
  )
  const check = compileJsonSchema(schema)
  expect(check(JSON.parse('{"__proto__":"x"}'))).toEqual([])
  expect(check(JSON.parse('{"__proto__":1}'))).toHaveLength(1)
  expect(check({})).toHaveLength(1)
})

it('finds the reasons of a schema that leads back to itself behind what already fails', () => {
  const check = compileJsonSchema({
    $defs: { a: { allOf: [{ type: 'string' }, { $ref: '#/$defs/a' }] } },
    $ref: '#/$defs/a',
  })
  expect(check(1)).toEqual([{ path: '', message: 'expected type string, found the number 1' }])
})
