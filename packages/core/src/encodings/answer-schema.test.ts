import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { describe, expect, it } from 'vitest'
import { ajvVerdict } from '../../test/schema/ajv.ts'
import { strictViolations } from '../../test/strict-rules.ts'
import { compileSkill } from '../compile-skill.ts'
import { answerSchema } from './answer-schema.ts'
import type { PatchEncoding } from './encoding.ts'
import { keepEncoding } from './keep-encoding.ts'
import { mergeEncoding } from './merge-encoding.ts'
import { operationsEncoding } from './operations-encoding.ts'

const item = { type: 'object', properties: { name: { type: 'string' }, part: { $ref: '#/$defs/item' } } }
const skillOf = (encoding: PatchEncoding, schema: JsonObject) =>
  compileSkill({ name: 'answers', instructions: '', schema, initialState: {} }, { encoding })
const tree = { type: 'object', $defs: { item }, properties: { top: { $ref: '#/$defs/item' } } }
const flat = { type: 'object', properties: { mode: { enum: ['on', 'off'] } }, additionalProperties: false }

/** Actions of which one part is in definitions, one is referred to by its place, and one is the whole. */
const actionSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://example.org/action',
  type: 'object',
  $defs: { item: { type: 'integer' } },
  definitions: { item: { type: 'boolean' } },
  properties: {
    count: { $ref: '#/$defs/item' },
    flag: { $ref: '#/definitions/item' },
    same: { $ref: '#/properties/count' },
    next: { $ref: 'https://example.org/action' },
    literal: { const: { $ref: '#/$defs/item' } },
  },
  required: ['count'],
  additionalProperties: false,
}

const fits = (schema: JsonObject, answer: JsonValue): boolean => ajvVerdict(schema)(answer)
const answer = (state_patch: JsonValue, action: JsonValue): JsonValue => ({
  reasoning: 'so',
  state_patch,
  action,
})

describe('the schema of an answer', () => {
  it('lets the model reason first', () => {
    expect(answerSchema(skillOf(mergeEncoding, flat))).toEqual({
      type: 'object',
      properties: {
        reasoning: { type: 'string' },
        state_patch: mergeEncoding.patchSchema(flat),
        action: { type: 'string' },
      },
      required: ['reasoning', 'state_patch', 'action'],
      additionalProperties: false,
    })
    expect(Object.keys(answerSchema(skillOf(mergeEncoding, flat)).properties as JsonObject)[0]).toBe(
      'reasoning',
    )
  })

  it.each<[JsonValue, JsonValue, boolean]>([
    [{ top: { part: { name: 'x' } } }, { count: 1, flag: true, same: 2 }, true],
    [{ top: null }, { count: 1, next: { count: 2, next: { count: 3 } } }, true],
    [{}, { count: 1, literal: { $ref: '#/$defs/item' } }, true],
    [{ top: { part: { name: 1 } } }, { count: 1 }, false],
    [{}, { count: true }, false],
    [{}, { count: 1, flag: 1 }, false],
    [{}, { count: 1, same: 'x' }, false],
    [{}, { count: 1, next: { flag: true } }, false],
    [{}, 'Wait', false],
  ])('resolves the references of state and action: %j, %j: %j', (patch, action, good) => {
    expect(fits(answerSchema(skillOf(mergeEncoding, tree), actionSchema), answer(patch, action))).toBe(good)
  })

  it('takes an action schema of draft-07', () => {
    const pair = { type: 'array', items: [{ type: 'string' }, { type: 'integer' }], additionalItems: false }
    const draft07 = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      definitions: { pair },
      properties: { move: { $ref: '#/definitions/pair' } },
    }
    const schema = answerSchema(skillOf(mergeEncoding, flat), draft07)
    expect(fits(schema, answer({}, { move: ['a', 1] }))).toBe(true)
    expect(fits(schema, answer({}, { move: ['a', 'b'] }))).toBe(false)
    expect(fits(schema, answer({}, { move: ['a', 1, 2] }))).toBe(false)
  })

  it.each<[JsonObject, JsonValue, JsonValue]>([
    [{ const: { x: 1 } }, { x: 1 }, 'x'],
    [{ enum: [{ x: 1 }] }, { x: 1 }, 1],
    [{ enum: [{ x: 1 }, 'x'] }, 'x', 'y'],
    [{ enum: [null] }, null, 'x'],
    [{ enum: [null, 1] }, 1, 2],
    [{ enum: ['x', { x: 1 }, ['x']], type: ['array', 'object'] }, ['x'], ['y']],
    [{ const: null }, null, 1],
    [{ const: ['x'] }, ['x'], []],
    [{ type: 'null' }, null, 1],
    [{ allOf: [{ enum: [null] }] }, null, 1],
    [false as never, null, 1],
  ])('compiles for a value of %j, under every encoding', (value, good, bad) => {
    const open = { type: 'object', properties: { a: value } }
    const written = answerSchema(skillOf(mergeEncoding, open))
    expect(fits(written, answer({ a: good }, 'go'))).toBe(true)
    expect(fits(written, answer({ a: bad }, 'go'))).toBe(false)
    const strict = { ...open, additionalProperties: false }
    expect(fits(answerSchema(skillOf(operationsEncoding, strict)), answer([], 'go'))).toBe(true)
    // Which takes no objects without listed keys, and no arrays of anything.
    if (/"x":1|\["x"\]/.test(JSON.stringify(value))) return
    const kept = answer({ a: { keep: true } }, 'go')
    expect(fits(answerSchema(skillOf(keepEncoding, strict)), kept)).toBe(true)
  })

  it.each([undefined, '', 7, ['x']])('rejects %j beside what it asks for', (state_patch) => {
    const schema = answerSchema(skillOf(mergeEncoding, flat))
    expect(
      fits(schema, { reasoning: '', action: '', ...(state_patch !== undefined && { state_patch }) }),
    ).toBe(false)
    expect(fits(schema, { reasoning: '', action: '', state_patch: {}, notes: '' })).toBe(false)
  })

  it.each([operationsEncoding, keepEncoding])(
    'keeps the rules of strict mode with the encoding $name',
    (encoding) => {
      expect(strictViolations(answerSchema(skillOf(encoding, flat)))).toEqual([])
    },
  )
})
