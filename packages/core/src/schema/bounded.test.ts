import type { JsonObject, JsonValue, StateSchema } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { recursiveSchemas, values } from '../../test/schema/arbitraries.ts'
import { applyPatch } from '../apply-patch.ts'
import { compileSkill } from '../compile-skill.ts'

/** The promise is 50 ms on a quiet machine, which `bench:perf` shows; a test must also pass on a busy one. */
const MOST_MS = 250

/** CPU time of this thread in ms. What is slow is slow again: the least of three. */
function cpuTime(run: () => void): number {
  const times = [1, 2, 3].map(() => {
    const before = used()
    run()
    return used() - before
  })
  return Math.min(...times)
}

function used(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const operators = ['and', 'or', 'not', 'any']
const condition: z.ZodType = z.lazy(() =>
  z.discriminatedUnion('op', [
    z.strictObject({ op: z.literal('is'), value: z.number() }),
    ...operators.map((op) => z.strictObject({ op: z.literal(op), of: condition })),
  ]),
)

function nested(
  levels: number,
  leaf: JsonValue,
  above: (below: JsonValue, level: number) => JsonValue,
): JsonValue {
  let value = leaf
  for (let level = 0; level < levels; level += 1) value = above(value, level)
  return value
}

const branch = { properties: { a: { $ref: '#/$defs/c' } }, required: ['a'] }
const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))
const list = (items: JsonValue): JsonObject => ({ properties: { a: { items } } })

const cases: [string, StateSchema, JsonValue, boolean][] = [
  [
    'a recursive discriminated union that is wrong at its innermost place',
    z.object({ a: condition.optional() }),
    nested(90, { op: 'is', value: 'x' }, (of, level) => ({ op: operators[level % 4] as string, of })),
    false,
  ],
  [
    'a recursive union without a tag',
    {
      $defs: { c: { anyOf: [branch, branch, branch, { type: 'string' }] } },
      properties: { a: { $ref: '#/$defs/c' } },
    },
    nested(90, {}, (a) => ({ a })),
    false,
  ],
  [
    'many long strings that must differ',
    { properties: { a: { uniqueItems: true } } },
    many(1_990, (at) => 'x'.repeat(5_000) + at),
    true,
  ],
  [
    '200 alternatives for 900 entries',
    {
      properties: {
        a: { additionalProperties: { anyOf: many(200, (at) => ({ type: 'object', required: [`k${at}`] })) } },
      },
    },
    Object.fromEntries(many(900, (at) => [`e${at}`, { k199: 1 }])),
    true,
  ],
  [
    '2,000 alternatives for 1,900 items',
    list({ anyOf: many(2_000, (at) => ({ const: at })) }),
    many(1_900, () => 5_000),
    false,
  ],
  [
    '1,000 required keys of 900 items',
    list({ required: many(1_000, (at) => `k${at}`) }),
    many(900, () => ({})),
    false,
  ],
  ['an exponential pattern', list({ pattern: '^(a+)+$' }), [`${'a'.repeat(5_000)}!`], false],
  [
    'an exponential pattern on a text of 1 MB',
    list({ pattern: '^(a|aa)+$' }),
    [`${'a'.repeat(1_000_000)}!`],
    false,
  ],
  ['a polynomial pattern', list({ pattern: 'a*a*a*b' }), many(1_900, () => 'a'.repeat(300)), false],
  [
    'exponential names',
    { patternProperties: { '^a': { patternProperties: { '^(b*)*c': false } } } },
    { [`${'b'.repeat(3_000)}`]: 1 },
    true,
  ],
]

describe('judging takes bounded CPU time', () => {
  it.each(cases)('for %s', (_, schema, a, accepted) => {
    const skill = compileSkill({ name: 'demo', instructions: '', schema, initialState: {} })
    let ok: boolean | undefined
    const took = cpuTime(() => {
      ok = applyPatch(skill, skill.initialState, { a }).ok
    })
    expect(ok).toBe(accepted)
    expect(took).toBeLessThan(MOST_MS)
  })

  it('for random values by random recursive schemas', () => {
    const law = fc.property(recursiveSchemas, values, (schema, a) => {
      const skill = compileSkill({
        name: 'demo',
        instructions: '',
        schema: { $defs: schema.$defs as JsonObject, properties: { a: schema } },
        initialState: {},
      })
      const patch = { a: nested(12, a, (below, level) => ({ [level % 2 ? 'a' : 'b']: below })) }
      const took = cpuTime(() => {
        try {
          applyPatch(skill, skill.initialState, patch)
        } catch (error) {
          // Some of the schemas refer to themselves without end.
          expect(error).toMatchObject({ code: 'invalid-skill' })
        }
      })
      expect(took).toBeLessThan(MOST_MS)
    })
    fc.assert(law, { numRuns: 300 })
  })
})

describe('reasons', () => {
  it('are those of the alternative whose tag fits', () => {
    const skill = compileSkill({
      name: 'demo',
      instructions: '',
      schema: z.object({ a: condition.optional() }),
      initialState: {},
    })
    const a = nested(3, { op: 'is', value: 'x' }, (of) => ({ op: 'not', of }))
    expect(applyPatch(skill, skill.initialState, { a })).toEqual({
      ok: false,
      mistake: 'schema',
      issues: [{ path: '/a/of/of/of/value', message: 'expected type number, found the string "x"' }],
    })
  })

  it('say that the search was stopped', () => {
    const schema = list({ anyOf: many(200, (at) => ({ const: at })) })
    const skill = compileSkill({ name: 'demo', instructions: '', schema, initialState: {} })
    const result = applyPatch(skill, skill.initialState, { a: many(900, () => 'x') })
    expect(result.ok ? [] : result.issues).toHaveLength(11)
    expect(result.ok ? undefined : result.issues.at(-1)?.message).toMatch(/stopped because it takes too long/)
  })

  it('say that a change takes too many steps', () => {
    const schema = list({ anyOf: many(2_000, (at) => ({ const: at })) })
    const skill = compileSkill({ name: 'demo', instructions: '', schema, initialState: {} })
    expect(applyPatch(skill, skill.initialState, { a: many(1_900, () => 1_999) })).toEqual({
      ok: false,
      mistake: 'schema',
      issues: [
        { path: '', message: 'takes too many steps to check against the schema: change less in one step' },
      ],
    })
  })
})
