import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { followReference } from '../src/schema/references.ts'

const names = ['a', 'b', 'c', 'x1', 'constructor']
// ajv passes over a property that is declared as `__proto__`, so there it comes only as the key of a map.
const declared = fc.constantFrom(...names)
const key = fc.constantFrom(...names, '__proto__')

const scalar: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue>(
  { type: 'string' },
  { type: 'string', minLength: 1 },
  { type: 'integer', minimum: 0 },
  { type: 'number' },
  { type: 'boolean' },
  { type: ['string', 'null'] },
  { type: ['integer', 'string'], maxLength: 1 },
  { enum: ['v', 'w', 1] },
  { const: 'v' },
)

const odd: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue>(
  true,
  false,
  {},
  { $ref: '#/$defs/node' },
  { $ref: '#/$defs/leaf/anyOf/0' },
  { $ref: '#' },
  { enum: [{ a: 'v' }, 'v', null] },
  { enum: [{ a: 'v' }] },
  { const: { a: 'v' } },
  { not: { type: 'string' } },
  { if: { required: ['a'] }, else: { type: 'object', minProperties: 1 } },
  { type: 'object', propertyNames: { pattern: '^[ax]' }, additionalProperties: { type: 'string' } },
  { type: 'object', dependentRequired: { a: ['b'] } },
  { type: 'array', prefixItems: [{ type: 'string' }], items: { $ref: '#/$defs/node' } },
  { type: 'array', contains: { const: 1 }, uniqueItems: true },
)

const few = (value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue[]> =>
  fc.array(value, { minLength: 1, maxLength: 2 })

/** Not an interface: fast-check wants an index signature. */
type Schemas = { value: JsonValue; object: JsonObject }

const { object } = fc.letrec<Schemas>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    scalar,
    odd,
    tie('object'),
    tie('value').map((items): JsonValue => ({ type: 'array', items })),
    few(tie('value')).map((anyOf): JsonValue => ({ anyOf })),
    few(tie('value')).map((oneOf): JsonValue => ({ oneOf })),
    fc.tuple(tie('object'), tie('object')).map((allOf): JsonValue => ({ allOf })),
  ),
  object: fc
    .record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(declared, tie('value'), { maxKeys: 3, noNullPrototype: true }),
        patternProperties: tie('value').map((value) => ({ '^[ax]': value })),
        additionalProperties: fc.oneof(fc.boolean(), tie('value')),
        required: fc.uniqueArray(key, { maxLength: 1 }),
        maxProperties: fc.constantFrom(2, 3),
        minProperties: fc.constantFrom(0, 1),
      },
      { requiredKeys: ['type', 'properties'], noNullPrototype: true },
    )
    .map((schema) => schema as JsonObject),
}))

/** Schemas of a state with every kind of keyword: nested, referring to itself, open and closed. */
export const anySchema: fc.Arbitrary<JsonObject> = fc
  .tuple(object, object, scalar)
  .map(([root, node, leaf]) => ({ ...root, $defs: { node, leaf: { anyOf: [leaf] } } }))

const closedKey = fc.constantFrom('a', 'b', 'c', 'constructor')

const closedObject = fc.letrec<Schemas>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    scalar,
    scalar.map((items): JsonValue => ({ type: 'array', items })),
    tie('object'),
  ),
  object: fc
    .dictionary(closedKey, tie('value'), { minKeys: 1, maxKeys: 3, noNullPrototype: true })
    .chain((properties) =>
      fc.subarray(Object.keys(properties)).map((required) => ({
        type: 'object',
        properties,
        required,
        additionalProperties: false,
      })),
    ),
})).object

/** Schemas of a state of which every key is known. */
export const closedSchema: fc.Arbitrary<JsonObject> = closedObject

const text = fc.constantFrom('v', 'w', '', 'vw')
const anything: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue>('v', 1, true, ['v'], {}, { a: 'v' })

/** Values of a schema, most of them valid; never null. */
export function valueFor(root: JsonObject, schema: JsonValue, levels: number = 5): fc.Arbitrary<JsonValue> {
  if (!isJsonObject(schema) || levels === 0) return anything
  const alternatives = [schema.anyOf, schema.oneOf, schema.enum].find(Array.isArray)
  if (typeof schema.$ref === 'string') {
    const target = followReference(root, schema.$ref) ?? true
    return valueFor(root, target, levels - 1)
  }
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.map((each: JsonValue) => valueFor(root, each, levels))
    // Not Object.assign, which takes the key __proto__ for the prototype.
    return fc
      .tuple(...parts)
      .map((values) =>
        Object.fromEntries(values.filter(isJsonObject).flatMap((value) => Object.entries(value))),
      )
  }
  if (schema.enum) return fc.constantFrom(...(schema.enum as JsonValue[]).filter((value) => value !== null))
  if (alternatives) {
    return fc.oneof(...alternatives.map((each: JsonValue) => valueFor(root, each, levels)))
  }
  if (schema.const !== undefined) return fc.constant(schema.const)
  const types = [schema.type ?? []].flat()
  return types.length === 0 ? anything : fc.oneof(...types.map((type) => ofType(root, schema, type, levels)))
}

function ofType(
  root: JsonObject,
  schema: JsonObject,
  type: JsonValue,
  levels: number,
): fc.Arbitrary<JsonValue> {
  if (type === 'integer') return fc.constantFrom(0, 1, 7)
  if (type === 'number') return fc.constantFrom(0, 1.5, -2)
  if (type === 'boolean') return fc.boolean()
  if (type === 'array') return fc.array(valueFor(root, schema.items ?? true, levels - 1), { maxLength: 2 })
  return type === 'object' ? objectOf(root, schema, levels) : text
}

function objectOf(root: JsonObject, schema: JsonObject, levels: number): fc.Arbitrary<JsonObject> {
  const { properties, required, additionalProperties } = schema
  const named = isJsonObject(properties) ? properties : {}
  const kept = Array.isArray(required) ? (required as string[]) : []
  const isOpen = additionalProperties !== undefined && additionalProperties !== false
  const others = isOpen ? valueFor(root, additionalProperties, levels - 1) : fc.constant('v')
  const entries = [
    ...Object.entries(named).map(([name, value]) => [name, valueFor(root, value, levels - 1)] as const),
    ...kept.filter((name) => !Object.hasOwn(named, name)).map((name) => [name, others] as const),
  ].map(([name, value]) => fc.tuple(fc.constant(name), kept.includes(name) ? value : fc.option(value)))
  const further = isOpen ? fc.dictionary(key, others, { maxKeys: 2, noNullPrototype: true }) : fc.constant({})
  return fc.tuple(further, fc.tuple(...entries)).map(([more, pairs]) => {
    const present = pairs.filter(([, value]) => value !== null)
    return Object.fromEntries([...Object.entries(more), ...present]) as JsonObject
  })
}
