import type { JsonObject, JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lawRuns } from '../../test/fuzz-runs.ts'
import { ajvVerdict } from '../../test/schema/ajv.ts'
import { mergeState } from '../merge.ts'
import { Run } from '../pattern/run.ts'
import { State } from '../state/state.ts'
import { acceptsChange } from './json-schema.ts'
import { openDocument } from './validator/document.ts'

const text = { type: 'string', minLength: 1 }
const draft07 = 'http://json-schema.org/draft-07/schema#'

/** Schemas with the keys a, b, c, d, x1, x2, and a state that each accepts. */
const schemas: Record<string, { schema: JsonObject; state: JsonObject }> = {
  'a keyed map': {
    schema: {
      type: 'object',
      properties: {
        a: { type: 'object', propertyNames: { pattern: '^[abx]' }, additionalProperties: text },
      },
      required: ['a'],
      additionalProperties: false,
    },
    state: { a: { b: 'v' } },
  },
  'required keys and counts, nested': {
    schema: {
      properties: {
        a: { type: 'object', required: ['b'], properties: { b: { type: 'object', minProperties: 1 } } },
        c: { type: 'object', maxProperties: 2, additionalProperties: { type: ['integer', 'object'] } },
        d: { type: 'array', items: text, maxItems: 2 },
      },
      required: ['a'],
      maxProperties: 3,
    },
    state: { a: { b: { c: 1 } }, c: {} },
  },
  patterns: {
    schema: {
      properties: { x1: { type: 'integer' } },
      patternProperties: { '^x': { type: ['integer', 'object'], minimum: 0 }, '^[ab]$': { type: 'object' } },
      additionalProperties: { type: 'object', additionalProperties: { type: 'boolean' } },
    },
    state: { x1: 1, a: { b: {} } },
  },
  'references, all of, recursion': {
    schema: {
      $defs: {
        'tree/1': {
          type: 'object',
          properties: { a: { $ref: '#/$defs/tree~11' }, b: text },
          allOf: [{ required: ['b'] }, { properties: { c: { type: 'integer' } } }],
        },
      },
      properties: { a: { $ref: '#/$defs/tree~11', maxProperties: 3 } },
      allOf: [
        { $ref: '#/$defs/tree~11' },
        { additionalProperties: { type: ['object', 'string', 'integer'] } },
      ],
    },
    state: { a: { b: 'v', a: { b: 'v' } }, b: 'v' },
  },
  'levels that must be judged as a whole': {
    schema: {
      properties: {
        a: { oneOf: [{ required: ['b'], properties: { b: { const: 1 } } }, { required: ['c'] }] },
        b: { dependentRequired: { a: ['b'] }, properties: { a: { not: { required: ['d'] } } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        c: { if: { required: ['a'] }, then: { required: ['b'] }, else: { maxProperties: 2 } },
        d: { anyOf: [{ enum: [{ a: 1 }] }, { properties: { a: {} }, unevaluatedProperties: false }] },
      },
    },
    state: { a: { c: 1 }, b: {}, c: {}, d: { a: 1 } },
  },
  'unevaluated properties': {
    schema: {
      properties: { a: { properties: { a: {} }, unevaluatedProperties: { type: 'integer' } } },
      unevaluatedProperties: { type: ['object', 'string'] },
    },
    state: { a: {} },
  },
  'keywords whose names need escapes': {
    schema: { patternProperties: { '^[%#/~"]|[ab] ?': { patternProperties: { '^(100%|[a-c]#?)$': text } } } },
    state: { a: {} },
  },
  'false, true and empty schemas': {
    schema: {
      properties: { a: true, b: {}, c: false, d: { additionalProperties: false } },
      additionalProperties: { additionalProperties: true, properties: { a: false } },
    },
    state: { a: {}, d: {} },
  },
  'draft-07': {
    schema: {
      $schema: draft07,
      definitions: { text },
      properties: {
        a: { type: 'object', additionalProperties: { $ref: '#/definitions/text' } },
        b: { dependencies: { a: ['b'], c: { required: ['d'] } } },
        d: { items: [{ type: 'integer' }], additionalItems: text },
      },
    },
    state: { a: {}, b: {} },
  },
  'an $id of its own, and one inside': {
    schema: {
      $id: 'https://example.org/state',
      $defs: { t: { type: 'object', additionalProperties: { type: 'integer' } } },
      properties: {
        a: {
          $id: 'inner',
          $defs: { t: { type: 'object', additionalProperties: text } },
          additionalProperties: { $ref: '#/$defs/t' },
        },
      },
    },
    state: { a: { a: {}, b: {}, x1: {} } },
  },
  'a property named __proto__': {
    schema: JSON.parse(
      '{"properties":{"a":{"properties":{"__proto__":{"type":"string"},"b":{}},"additionalProperties":false}}}',
    ),
    state: { a: {} },
  },
  'a nested graph': {
    schema: {
      type: 'object',
      required: ['a'],
      properties: {
        a: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            required: ['a'],
            properties: {
              a: text,
              b: { type: 'array', items: text, uniqueItems: true },
              c: { enum: ['v', 1] },
            },
            additionalProperties: false,
          },
        },
      },
    },
    state: { a: { x1: { a: 'v' } } },
  },
}

/** Ajv's verdict on a whole state; ajv passes over a property named `__proto__`, so there it is our own. */
function verdictOn(schema: JsonObject): (state: JsonObject) => boolean {
  if (!JSON.stringify(schema).includes('"__proto__"')) return ajvVerdict(schema)
  const node = openDocument(schema).whole
  return (state) => node.judge(state, new Run())
}

const key = fc.constantFrom('a', 'b', 'c', 'd', 'x1', 'x2', '__proto__')
const scalar = fc.constantFrom<JsonValue>(
  'v',
  '',
  1,
  -1,
  true,
  ['v'],
  ['v', 'v', 'v'],
  [1, 'v'],
  null,
  null,
  {},
)
const { patch } = fc.letrec<{ patch: JsonObject; value: JsonValue }>((tie) => ({
  patch: fc
    .array(fc.tuple(key, tie('value')), { maxLength: 3 })
    .map((entries) => Object.fromEntries(entries) as JsonObject),
  value: fc.oneof({ maxDepth: 4 }, scalar, tie('patch'), tie('patch')),
}))

const EPISODES = lawRuns(230)
const STEPS = 50

describe('judging a change gives the verdict on the whole state', () => {
  it.each(Object.entries(schemas))(`for ${EPISODES * STEPS} patches and %s`, (_, { schema, state }) => {
    const document = openDocument(schema)
    const [node, whole] = [document.whole, verdictOn(schema)]
    expect(whole(state)).toBe(true)
    let accepted = 0
    let judged = 0
    const patches = fc.array(patch, { minLength: STEPS, maxLength: STEPS, size: 'max' })
    const law = fc.property(patches, (episode) => {
      let current = State.from(state)
      for (const each of episode) {
        const change = mergeState(current, each)
        const verdict = whole(change.after.toJSON())
        judged += 1
        if (acceptsChange(node, change, new Run()) !== verdict)
          expect({ state: current.toJSON(), each }).toBe(verdict)
        if (!verdict) continue
        accepted += 1
        current = change.after
      }
    })
    fc.assert(law, { numRuns: EPISODES })
    expect(judged).toBe(EPISODES * STEPS)
    expect(accepted / judged).toBeGreaterThan(0.02)
    expect(accepted / judged).toBeLessThan(0.98)
  })
})
