import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { at } from '../src/answers/read/pointer.ts'

const key = fc.constantFrom('a', 'b', 'ab', 'abc', 'c"', 'text', '__proto__')

const leaves: readonly JsonValue[] = [
  { type: 'string' },
  { type: 'string', title: 'A text', minLength: 1 },
  { type: 'string', maxLength: 2, 'x-merge': 'once' },
  { type: 'integer', minimum: -3, maximum: 105 },
  { type: 'integer', exclusiveMinimum: 98, default: 99 },
  { type: 'number', minimum: 0 },
  { type: 'number' },
  { type: 'boolean', description: 'Whether' },
  { type: ['string', 'null'] },
  { type: ['integer', 'number', 'boolean'], maximum: 12 },
  { minLength: 2 },
  { enum: ['v', 'w', 1, null, true, { a: 1 }, ['v', 1]] },
  { enum: ['v', 'ab', 7], type: ['string', 'array'], minLength: 2 },
  { const: { keep: true } },
  true,
  false,
  {},
  { $ref: '#/$defs/node' },
  { $ref: '#/$defs/leaf', description: 'A leaf' },
  { $ref: '#/$defs/leaf', type: 'string' },
]
const leaf: fc.Arbitrary<JsonValue> = fc.constantFrom(...leaves)
/** Not itself: that would have no meaning. */
const target: fc.Arbitrary<JsonValue> = leaf.filter((each) => !JSON.stringify(each).includes('/leaf'))

/** Not an interface: fast-check wants an index signature. */
type Schemas = { value: JsonValue; object: JsonObject }

const few = (value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue[]> =>
  fc.array(value, { minLength: 1, maxLength: 3 })

const { object } = fc.letrec<Schemas>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    { arbitrary: leaf, weight: 4 },
    { arbitrary: tie('object'), weight: 3 },
    fc.record(
      {
        type: fc.constant('array'),
        items: tie('value'),
        prefixItems: few(leaf),
        minItems: fc.nat(2),
        maxItems: fc.integer({ min: 1, max: 3 }),
      },
      { requiredKeys: ['type'], noNullPrototype: true },
    ),
    fc.tuple(tie('value'), fc.constantFrom<JsonValue>(false, { type: 'null' }, {})).map(maps),
    few(tie('value')).map((anyOf): JsonValue => ({ anyOf })),
    few(tie('value')).map((oneOf): JsonValue => ({ oneOf })),
    fc.tuple(tie('object'), tie('object')).map((allOf): JsonValue => ({ allOf })),
  ),
  object: fc.oneof(objects(tie('value'), fc.constant(false)), objects(tie('value'), tie('value'))),
}))

function objects(value: fc.Arbitrary<JsonValue>, others: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> {
  const properties = fc.dictionary(key, value, { maxKeys: 3, noNullPrototype: true })
  return fc.tuple(properties, fc.uniqueArray(key, { maxLength: 2 }), fc.option(others), fc.boolean()).map(
    ([named, some, additionalProperties, isAll]): JsonObject => ({
      type: 'object',
      properties: named,
      required: isAll ? Object.keys(named) : some,
      ...(additionalProperties !== null && { additionalProperties }),
    }),
  )
}

/** An object whose keys match a pattern, said in one of two ways; other values than null are told apart by it. */
function maps([value, additionalProperties]: [JsonValue, JsonValue]): JsonValue {
  if (additionalProperties === false) {
    return { type: 'object', propertyNames: { pattern: '^a(b{1,2}|[c-f])?$' }, additionalProperties: value }
  }
  const patternProperties = { '^[a-b]+(?:c|\\d)?$': { anyOf: [value, { type: 'null' }] } }
  return { type: 'object', patternProperties, additionalProperties }
}

/** Schemas of an object, with references, some of them to themselves. */
export const anySchema: fc.Arbitrary<JsonObject> = fc
  .tuple(object, object, target)
  .map(([root, node, small]) => ({ ...root, $defs: { node, leaf: { anyOf: [{ type: 'integer' }, small] } } }))

const text = fc.constantFrom('', 'v', 'w', 'ab', 'abc', '"', '\\', 'é😀', '\n\u0001', '\u007f')
const anything: fc.Arbitrary<JsonValue> = fc.oneof(
  text,
  fc.constantFrom<JsonValue>(null, true, false, 0, -3, 7, 99, 100, 106, 12345, -0.5, 1e-7, 1.5e300 / 1e290),
  fc.constantFrom<JsonValue>([], ['v', 1], {}, { a: 1 }, { keep: true }, { text: 'v' }),
)

/** Values for a schema, most of them valid, with their keys in the order of the schema. */
export function valueFor(
  root: JsonObject,
  schema: JsonValue = root,
  levels: number = 4,
): fc.Arbitrary<JsonValue> {
  if (!isJsonObject(schema) || levels === 0) return anything
  const { $ref, anyOf, oneOf, allOf } = schema
  if (typeof $ref === 'string') return valueFor(root, at(root, $ref.slice(1)) ?? true, levels - 1)
  const either = [anyOf, oneOf].find(Array.isArray)
  if (either) return fc.oneof(...either.map((each: JsonValue) => valueFor(root, each, levels)))
  if (Array.isArray(allOf)) {
    const parts = allOf.map((each: JsonValue) => valueFor(root, each, levels))
    return fc.tuple(...parts).map((values) => {
      const entries = values.filter(isJsonObject).flatMap((each) => Object.entries(each))
      return named(allOf, Object.fromEntries(entries))
    })
  }
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as JsonValue[]))
  if (schema.const !== undefined) return fc.constant(schema.const)
  const types = [schema.type ?? []].flat()
  const typed = types.map((type) => ofType(root, schema, type, levels))
  return fc.oneof({ arbitrary: anything, weight: 1 }, ...typed.map((arbitrary) => ({ arbitrary, weight: 6 })))
}

/** The value with the keys first that the schemas name, in that order. */
function named(schemas: readonly JsonValue[], value: JsonObject): JsonObject {
  const properties = schemas.filter(isJsonObject).map((each) => each.properties)
  const required = schemas.filter(isJsonObject).map((each) => each.required)
  const perSchema = properties.map((each, index) => [
    ...(isJsonObject(each) ? Object.keys(each) : []),
    ...(required[index] as string[]),
  ])
  const names = new Set(perSchema.flat())
  const first = [...names].filter((name) => Object.hasOwn(value, name))
  const rest = Object.keys(value).filter((name) => !names.has(name))
  return Object.fromEntries([...first, ...rest].map((name) => [name, value[name] ?? null]))
}

function ofType(
  root: JsonObject,
  schema: JsonObject,
  type: JsonValue,
  levels: number,
): fc.Arbitrary<JsonValue> {
  if (type === 'object') return objectFor(root, schema, levels)
  if (type === 'array') {
    const places = Array.isArray(schema.prefixItems) ? (schema.prefixItems as JsonValue[]) : []
    const first = places.map((each) => valueFor(root, each, levels - 1))
    const rest = fc.array(valueFor(root, schema.items ?? true, levels - 1), { maxLength: 3 })
    return fc
      .tuple(fc.tuple(...first), rest, fc.nat(6))
      .map(([prefix, further, length]) => [...prefix, ...further].slice(0, length))
  }
  if (type === 'string') return text
  return type === 'boolean' ? fc.boolean() : fc.constantFrom(0, 1, 12, 99, 100, 105, -2, 1.5)
}

function objectFor(root: JsonObject, schema: JsonObject, levels: number): fc.Arbitrary<JsonObject> {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : []
  const { additionalProperties = true } = schema
  const patterned = isJsonObject(schema.patternProperties) ? Object.values(schema.patternProperties) : []
  const others = fc.oneof(
    ...[additionalProperties, ...patterned].map((each) => valueFor(root, each, levels - 1)),
  )
  const own = Object.entries(properties).map(
    ([name, each]) => [name, valueFor(root, each, levels - 1)] as const,
  )
  const demanded = required
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => [name, others] as const)
  const entries = [...own, ...demanded].map(([name, value]) =>
    fc.tuple(fc.constant(name), fc.option(value, { freq: required.includes(name) ? 20 : 2, nil: undefined })),
  )
  const further = fc.dictionary(key, others, {
    maxKeys: additionalProperties === false ? 0 : 2,
    noNullPrototype: true,
  })
  return fc.tuple(fc.tuple(...entries), further).map(([pairs, more]) => {
    const present = pairs.filter((pair): pair is [string, JsonValue] => pair[1] !== undefined)
    const names = new Set(present.map(([name]) => name))
    const free = Object.entries(more).filter(
      ([name]) => !names.has(name) && !Object.hasOwn(properties, name) && !required.includes(name),
    )
    return Object.fromEntries([...present, ...free])
  })
}
