import type { JsonObject, StateSchema } from '@skill-state/protocol'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { applyPatch } from './apply-patch.ts'
import { compileSkill } from './compile-skill.ts'
import { keepEncoding } from './encodings/keep-encoding.ts'
import { operationsEncoding } from './encodings/operations-encoding.ts'

const skill = (schema: StateSchema, initialState: JsonObject) => ({
  name: 'demo',
  instructions: 'x',
  schema,
  initialState,
})

const json = {
  type: 'object',
  properties: { mode: { enum: ['on', 'off'] }, at: { type: 'string', format: 'no-such' } },
  required: ['mode'],
  additionalProperties: false,
  'x-merge': 'append',
}
const dialects: [string, StateSchema][] = [
  ['2020-12 by default', json],
  ['2020-12 by name', { ...json, $schema: 'https://json-schema.org/draft/2020-12/schema' }],
  ['draft-07', { ...json, $schema: 'http://json-schema.org/draft-07/schema#' }],
  ['zod', z.strictObject({ mode: z.enum(['on', 'off']), at: z.string().optional() })],
]

describe.each(dialects)('a schema in %s', (_, schema) => {
  const validate = compileSkill(skill(schema, { mode: 'on' })).validate
  const cases: [JsonObject, string, string][] = [
    [{}, '/mode', 'expected a value'],
    [{ mode: 'dim' }, '/mode', 'expected one of "on", "off"; found the string "dim"'],
    [{ mode: 'on', more: 1 }, '/more', 'expected only the keys "mode", "at"; found this one'],
    [{ mode: 'on', at: 5 }, '/at', 'expected type string, found the number 5'],
  ]

  it('accepts', () => {
    expect(validate({ mode: 'off', at: 'noon' })).toEqual([])
  })
  it.each(cases)('rejects %j', (state, path, message) => {
    expect(validate(state)).toEqual([{ path, message: expect.stringContaining(message) }])
  })
})

describe('dialects differ', () => {
  it('reads prefixItems in 2020-12 and array items in draft-07', () => {
    const items = [{ type: 'string' }]
    const modern = compileSkill(skill({ properties: { a: { prefixItems: items } } }, {}))
    const $schema = 'http://json-schema.org/draft-07/schema#'
    const old = compileSkill(skill({ $schema, properties: { a: { items } } }, {}))
    for (const { validate } of [modern, old]) {
      expect(validate({ a: ['x'] })).toEqual([])
      expect(validate({ a: [1] })).toHaveLength(1)
    }
  })

  it('counts own keys only', () => {
    const { validate } = compileSkill(skill({ required: ['constructor'] }, { constructor: 1 }))
    expect(validate({})).toHaveLength(1)
  })
})

describe('invalid-skill', () => {
  const cases: [string, StateSchema, unknown, RegExp][] = [
    [
      'a type that does not exist',
      { type: 'banana' },
      {},
      /^skill "demo": its schema does not compile: .*type/,
    ],
    ['a reference to nowhere', { $ref: '#/$defs/none' }, {}, /does not compile: can't resolve reference/],
    ['an unknown dialect', { $schema: 'http://json-schema.org/draft-04/schema#' }, {}, /does not compile/],
    ['an asynchronous schema', { $async: true }, {}, /asynchronous/],
    ['a zod schema without a JSON form', z.object({ at: z.date() }), {}, /Date cannot be represented/],
    ['an initial state that does not pass', json, {}, /its initial state is rejected at "\/mode": expected/],
    ['a root that is not an object', { type: 'array' }, {}, /rejected at "": expected type array/],
    ['an initial state that is not an object', {}, [], /its initial state is not an object/],
    ['a null in the initial state', {}, { a: [{ b: null }] }, /rejected at "\/a\/0\/b": expected no null/],
  ]
  it.each(cases)('%s', (_, schema, initialState, message) => {
    const compile = () => compileSkill(skill(schema, initialState as JsonObject))
    expect(compile).toThrow(
      expect.objectContaining({ code: 'invalid-skill', message: expect.stringMatching(message) }),
    )
    expect(compile).toThrow(/^[^\n]*$/)
  })
})

describe('odd schemas', () => {
  it.each(['http://example.org/s#', 's.json#', '#root', '#'])('are read if $id is %s', ($id) => {
    const draft07 = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id,
      properties: { a: { type: 'string' } },
    }
    const compiled = compileSkill(skill(draft07, {}))
    expect(applyPatch(compiled, compiled.initialState, { a: 'x' }).ok).toBe(true)
    expect(applyPatch(compiled, compiled.initialState, { a: 1 }).ok).toBe(false)
  })

  it.each([[{ $ref: '#' }], [{ allOf: [{ $ref: '#' }] }]])(
    'that lead back to themselves are rejected: %j',
    (schema) => {
      expect(() => compileSkill(skill(schema, {}))).toThrow(
        expect.objectContaining({ code: 'invalid-skill' }),
      )
    },
  )

  it('that do so below the initial state are rejected when a patch gets there', () => {
    const schema = {
      properties: { a: { $ref: '#/$defs/A' } },
      $defs: { A: { anyOf: [{ $ref: '#/$defs/A' }, {}] } },
    }
    const compiled = compileSkill(skill(schema, {}))
    expect(() => applyPatch(compiled, compiled.initialState, { a: {} })).toThrow(
      expect.objectContaining({ code: 'invalid-skill' }),
    )
  })

  it('of which ajv cannot judge a part alone are judged as a whole', () => {
    const schema = {
      additionalProperties: {
        patternProperties: { '.': {} },
        oneOf: [{ properties: { 'x/y': {} }, $ref: '#' }],
      },
      allOf: [{ type: 'object' }],
    }
    const compiled = compileSkill(skill(schema, {}))
    const state = { k: { c: true } }
    const result = applyPatch(compiled, compiled.initialState, state)
    expect(result.ok).toBe(compiled.validate(state).length === 0)
  })
})

describe('an encoding', () => {
  const plain = { name: 'demo', instructions: '', initialState: {}, schema: { additionalProperties: {} } }

  it('that cannot write the schema is rejected when the skill is compiled', () => {
    expect(() => compileSkill(plain, { encoding: keepEncoding })).toThrow(
      expect.objectContaining({ code: 'invalid-skill', message: expect.stringMatching(/^skill "demo": /) }),
    )
  })

  it('whose patches are recursive does not go with a shallow merge', () => {
    expect(() => compileSkill(plain, { encoding: operationsEncoding, depth: 'shallow' })).toThrow(
      expect.objectContaining({ code: 'invalid-option' }),
    )
  })
})
