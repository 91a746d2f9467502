import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lawRuns } from '../../test/fuzz-runs.ts'
import { ajvVerdict } from '../../test/schema/ajv.ts'
import { anySchema, valueFor } from '../../test/schema-arbitraries.ts'
import { applyPatch } from '../apply-patch.ts'
import { type CompiledSkill, compileSkill } from '../compile-skill.ts'
import { diff } from '../state/diff.ts'
import { State } from '../state/state.ts'
import { answerSchema } from './answer-schema.ts'
import { mergePatchSchema } from './merge-encoding.ts'

const accepts = (schema: JsonObject, value: JsonValue): boolean => ajvVerdict(schema)(value)

/** Changes that a state may or may not take, deletions of what is not there among them. */
const wild = fc.dictionary(
  fc.constantFrom('a', 'b', 'x1', '__proto__', 'zzz'),
  fc.constantFrom<JsonValue>(null, 'v', 1, {}, { a: null }, { b: { a: 1 } }, ['v']),
  { maxKeys: 2, noNullPrototype: true },
)

const cases = anySchema.chain((schema) => {
  const states = fc.array(valueFor(schema, schema), { minLength: 5, maxLength: 5 })
  return fc.record({ schema: fc.constant(schema), states, wild: fc.array(wild, { maxLength: 4 }) })
})

/** A patch that deletes what is not there changes nothing by it, and need not be written so. */
function deletesWhatIsThere(patch: JsonObject, before: JsonValue | undefined): boolean {
  return Object.entries(patch).every(([key, value]) => {
    const old = isJsonObject(before) && Object.hasOwn(before, key) ? before[key] : undefined
    return value === null ? old !== undefined : !isJsonObject(value) || deletesWhatIsThere(value, old)
  })
}

/** The states that pass, and the skill that begins with the first of them. */
function compile(
  schema: JsonObject,
  values: readonly JsonValue[],
): [CompiledSkill, JsonObject[]] | undefined {
  const document = ajvVerdict(schema)
  const states = values.filter((value) => isJsonObject(value)).filter((state) => document(state))
  const [initialState] = states
  if (!initialState) return undefined
  return [compileSkill({ name: 'random', instructions: '', schema, initialState }), states]
}

describe('the schema of merge patches', () => {
  it('accepts every patch that leads from a valid state to a valid one and deletes only what is there', () => {
    let judged = 0
    const law = fc.property(cases, ({ schema, states, wild }) => {
      const compiled = compile(schema, states)
      if (!compiled) return
      const [skill, valid] = compiled
      const answer = ajvVerdict(answerSchema(skill))
      for (const before of valid) {
        const changes = valid.map((after) => diff(before, after))
        for (const patch of [...changes, ...wild, ...wild.map((each) => ({ ...changes[0], ...each }))]) {
          if (!deletesWhatIsThere(patch, before) || !applyPatch(skill, State.from(before), patch).ok) continue
          judged += 1
          if (!answer({ reasoning: '', state_patch: patch, action: '' })) {
            expect({ schema, before, patch }).toBe('accepted')
          }
        }
      }
    })
    fc.assert(law, { numRuns: Math.ceil(lawRuns(1200) / 10) }) // each compiles several schemas
    expect(judged).toBeGreaterThan(lawRuns(1200) / 24) // not an empty law, whatever the seed
  })

  const text = { type: 'string' }
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      node: {
        type: 'object',
        properties: { label: text, next: { $ref: '#/$defs/node' } },
        required: ['label'],
        additionalProperties: false,
      },
    },
    properties: {
      mode: { enum: ['on', 'off'], description: 'how it runs' },
      count: { type: 'integer', minimum: 0 },
      note: { type: ['string', 'null'] },
      node: { $ref: '#/$defs/node' },
      trees: { type: 'array', items: { $ref: '#/$defs/node' } },
      shelves: { type: 'object', propertyNames: { pattern: '^s[0-9]$' }, additionalProperties: text },
      free: {},
    },
    patternProperties: { '^x-': { type: 'object', additionalProperties: { type: 'integer' } } },
    required: ['mode', 'count'],
    additionalProperties: false,
  }

  it('is short and keeps what a model can use', () => {
    expect(mergePatchSchema(schema)).toStrictEqual({
      $defs: {
        node_patch: {
          additionalProperties: false,
          properties: {
            label: { type: 'string' },
            next: { anyOf: [{ $ref: '#/$defs/node_patch' }, { type: 'null' }] },
          },
          type: 'object',
        },
        node_value: {
          additionalProperties: false,
          properties: { label: { type: 'string' }, next: { $ref: '#/$defs/node_value' } },
          required: ['label'],
          type: 'object',
        },
      },
      additionalProperties: false,
      patternProperties: {
        '^x-': { additionalProperties: { type: ['integer', 'null'] }, type: ['object', 'null'] },
      },
      properties: {
        count: { minimum: 0, type: 'integer' },
        free: {},
        mode: { description: 'how it runs', enum: ['on', 'off'] },
        node: { anyOf: [{ $ref: '#/$defs/node_patch' }, { type: 'null' }] },
        note: { type: ['string', 'null'] },
        shelves: {
          additionalProperties: false,
          patternProperties: { '^s[0-9]$': { type: ['string', 'null'] } },
          type: ['object', 'null'],
        },
        trees: { items: { $ref: '#/$defs/node_value' }, type: ['array', 'null'] },
      },
      type: 'object',
    })
  })

  it.each([
    { mode: 'off', count: 3, note: null },
    { node: { next: { next: { label: 'x' } } } },
    { node: { next: null } },
    { trees: [{ label: 'x', next: { label: 'y' } }] },
    { shelves: { s1: null, s2: 'item' }, free: { any: ['thing'] } },
    { 'x-1': { a: 1, b: null }, 'x-2': null },
  ])('accepts %j', (patch) => {
    expect(accepts(mergePatchSchema(schema), patch as JsonObject)).toBe(true)
  })

  it.each([
    'text',
    [],
    null,
    { mode: 'other' },
    { mode: null },
    { count: '3' },
    { count: -1 },
    { unknown: 1 },
    { unknown: null },
    { shelves: { unknown: null } },
    { note: 3 },
    { node: { label: null } },
    { node: { next: { next: { label: 1 } } } },
    { node: { next: { other: 'x' } } },
    { trees: [{ next: { label: 'y' } }] },
    { shelves: { s1: 4 } },
    { shelves: { t1: 'item' } },
    { shelves: ['item'] },
    { 'x-1': { a: 'one' } },
  ])('rejects %j', (patch) => {
    expect(accepts(mergePatchSchema(schema), patch as JsonValue)).toBe(false)
  })

  it.each<[string, JsonObject, JsonValue[], JsonValue[]]>([
    [
      'draft-07, with a tuple and definitions',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        definitions: { 'a/b c': { type: 'integer' } },
        properties: {
          pair: { items: [text, { $ref: '#/definitions/a~1b%20c' }], additionalItems: false },
          n: { $ref: '#/definitions/a~1b%20c' },
        },
      },
      [{ pair: ['x', 1] }, { n: 2 }, { n: null }, { other: [] }],
      [{ pair: ['x', 'y'] }, { pair: ['x', 1, 2] }, { n: 'x' }],
    ],
    [
      'a state within the state',
      {
        $id: 'https://example.org/s',
        type: 'object',
        properties: { below: { $ref: 'https://example.org/s#' }, n: text },
      },
      [{ below: { below: { n: null } } }, { below: null }],
      [{ below: { below: { n: 1 } } }, { below: 1 }],
    ],
    [
      'alternatives',
      { properties: { a: { oneOf: [{ type: 'integer' }, { type: 'object', properties: { n: text } }] } } },
      [{ a: 1 }, { a: null }, { a: { n: null } }],
      [{ a: 'x' }, { a: { n: 1 } }],
    ],
    [
      'what it cannot follow',
      { properties: { a: { $dynamicRef: '#x' }, b: text }, $defs: { x: { $dynamicAnchor: 'x' } } },
      [{ a: 1, b: 1 }],
      ['text', 1],
    ],
  ])('reads %s', (_, state, good, bad) => {
    const patchSchema = mergePatchSchema(state)
    for (const patch of good) expect([patch, accepts(patchSchema, patch)]).toEqual([patch, true])
    for (const patch of bad) expect([patch, accepts(patchSchema, patch)]).toEqual([patch, false])
  })
})
