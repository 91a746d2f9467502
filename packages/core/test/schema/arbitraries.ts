import type { JsonObject, JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'

const key = fc.constantFrom('a', 'b', 'c', 'x1', 'constructor')
const text = fc.constantFrom('', 'a', 'ab', 'aaa', 'né', '😀', 'x1', '10')
const scalar = fc.oneof(text, fc.constantFrom<JsonValue>(0, 1, -1, 2, 3.5, 7, true, false, null))

/** Small JSON values, many of which are equal. */
export const values: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }) as fc.Arbitrary<JsonObject>,
  ),
})).value

const small = fc.nat(3)
const keys = fc.uniqueArray(key, { minLength: 1, maxLength: 2 })
const type = fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'array', 'object')
const pattern = fc.constantFrom(
  '^a',
  'a+$',
  '^(a|aa)+$',
  '^[^b]*$',
  '^(?=x)',
  '\\b',
  '.',
  '^x\\d',
  '^(?:a{1,3}|né)$',
  '^(?!a)',
)
const reference = fc.constantFrom('#', '#/$defs/p', '#/$defs/q', '#/$defs/p/properties/a')

/** One keyword with a value, from those of subschemas. */
function keyword(schema: fc.Arbitrary<JsonValue>, refers: boolean): fc.Arbitrary<JsonObject> {
  const list = fc.array(schema, { minLength: 1, maxLength: 3 })
  const named = fc.dictionary(key, schema, { minKeys: 1, maxKeys: 3 })
  const one = <T>(name: string, value: fc.Arbitrary<T>) =>
    value.map((each) => ({ [name]: each }) as JsonObject)
  return fc.oneof(
    one('type', fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 }))),
    one('enum', fc.array(values, { minLength: 1, maxLength: 3 })),
    one('const', values),
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((name) =>
      one(name, fc.integer({ min: -1, max: 3 })),
    ),
    one('multipleOf', fc.constantFrom(1, 2, 0.5)),
    ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map((name) =>
      one(name, small),
    ),
    one('pattern', pattern),
    one('uniqueItems', fc.boolean()),
    one('items', schema),
    one('prefixItems', list),
    fc
      .tuple(schema, small, small)
      .map(([contains, minContains, maxContains]) => ({ contains, minContains, maxContains })),
    schema.map((contains): JsonObject => ({ contains, maxContains: 9 })), // alone, ajv misjudges it in what repeats
    one('required', keys),
    one('properties', named),
    one('additionalProperties', schema),
    one('patternProperties', fc.dictionary(pattern, schema, { minKeys: 1, maxKeys: 2 })),
    one('propertyNames', schema),
    one('dependentRequired', fc.dictionary(key, keys, { maxKeys: 2 })),
    one('dependentSchemas', named),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((name) => [one(name, list), one(name, list)]),
    one('not', schema),
    fc
      .tuple(schema, schema, schema)
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      .map(([first, second, third]) => ({ if: first, then: second, else: third })),
    ...(refers ? [one('$ref', reference), one('$ref', reference)] : []),
  ) as fc.Arbitrary<JsonObject>
}

/** One object of several keywords. Ajv misjudges `contains` beside `prefixItems`, so they do not come together. */
function withoutQuirk(parts: readonly JsonObject[]): JsonObject {
  const { contains, ...schema } = Object.assign({}, ...parts) as JsonObject
  return contains === undefined || 'prefixItems' in schema ? schema : { ...schema, contains }
}

function schemasOf(refers: boolean): fc.Arbitrary<JsonValue> {
  return fc.letrec<{ schema: JsonValue }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(
        fc.boolean(),
        type.map((name) => ({ type: name })),
      ),
      fc.array(keyword(tie('schema'), refers), { maxLength: 3 }).map(withoutQuirk),
    ),
  })).schema
}

const asObject = (schema: JsonValue): JsonObject =>
  typeof schema === 'object' ? (schema as JsonObject) : { allOf: [schema] }

/** Schemas without references. */
export const flatSchemas: fc.Arbitrary<JsonObject> = schemasOf(false).map(asObject)

/** Schemas with references, to themselves too, but only below a key or an item. */
export const recursiveSchemas: fc.Arbitrary<JsonObject> = fc
  .tuple(schemasOf(true), schemasOf(true), schemasOf(true), schemasOf(true))
  .map(([root, p, q, below]) => ({
    ...asObject(root),
    anyOf: [{ $ref: '#/$defs/p' }, { type: ['object', 'array'] }],
    $defs: {
      p: { properties: { a: { anyOf: [below, { $ref: '#/$defs/q' }] }, b: { $ref: '#' } }, items: q },
      q: {
        properties: { b: p, c: { $ref: '#/$defs/p' } },
        additionalProperties: { oneOf: [{ $ref: '#/$defs/p' }, below] },
      },
    },
  }))
