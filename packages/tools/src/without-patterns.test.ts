import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { actionSchema } from './actions.ts'
import { withoutPatterns } from './without-patterns.ts'

const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => {
  const below = tie('schema')
  const names = fc.constantFrom('a', 'b', 'pattern', 'not')
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.record({ type: fc.constantFrom('string', 'object', 'array') }),
      fc.record({ pattern: fc.constantFrom('^a', 'b$') }),
      fc.record({ const: fc.constantFrom<JsonValue>('a', 'ab', { pattern: 'a' }) }),
      fc.record({ properties: fc.dictionary(names, below, { maxKeys: 2 }) }),
      fc.record({ patternProperties: fc.dictionary(fc.constant('^p'), below), additionalProperties: below }),
      fc.record({ propertyNames: below }),
      fc.record({ items: below }),
      fc.record({ not: below }),
      fc.record({ oneOf: fc.tuple(below, below) }),
      fc.record({ anyOf: fc.tuple(below, below) }),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      fc.record({ if: below, then: below, else: below }),
      fc.record({ contains: below, maxContains: fc.constant(1) }),
      fc.record({ properties: fc.record({ a: below }), unevaluatedProperties: below }),
    ),
  }
})
const value = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<JsonValue>('a', 'ab', 'b', 'c'),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'pattern', 'not', 'x'), tie('value'), { maxKeys: 2 }),
  ),
})).value

const ajv = new Ajv2020({ strict: false })

test('law: a schema without its patterns accepts all that the schema accepts', () => {
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 1, maxLength: 5 }), (strict, values) => {
      const [isStrict, isLoose] = [ajv.compile(strict), ajv.compile(withoutPatterns(strict))]
      for (const what of values) if (isStrict(what)) expect(isLoose(what)).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test('leaves a property that is called pattern, and data', () => {
  const plain: JsonObject = {
    properties: { pattern: { type: 'string' }, not: { default: { pattern: '^a' } } },
    oneOf: [{ required: ['pattern'] }, { required: ['not'] }],
  }
  expect(withoutPatterns(plain)).toBe(plain)
  expect(withoutPatterns({ ...plain, propertyNames: { pattern: '^n' } })).toEqual({
    properties: plain.properties,
    propertyNames: {},
  })
})

test.each(['map', 'alternatives'] as const)('the schema of actions as %s has no pattern', (form) => {
  const parameters: JsonObject = {
    type: 'object',
    properties: { a: { pattern: '^(a+)+$' } },
    patternProperties: { '^(b+)+$': {} },
    allOf: [{ properties: { c: { type: 'string', pattern: '^(c+)+$' } } }],
  }
  const schema = actionSchema([{ name: 'go', description: '', parameters }], { form })
  expect(JSON.stringify(schema)).not.toContain('+')
})
