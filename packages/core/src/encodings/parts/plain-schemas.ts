import { isJsonObject, type JsonObject, type JsonValue, known } from '@skill-state/protocol'
import { resolvePointer } from '../../json/pointer.ts'
import { pointerOf } from '../../schema/references.ts'
import { listOf, objectOf } from '../../schema/subschemas.ts'
import { kindOf } from '../../schema/validator/json.ts'

/** Alternatives that are told apart; a schema with more is read by the first ones. */
const MOST = 64

/**
 * A schema as alternatives that have neither references nor compositions on their own level. A reading, not an
 * equivalent: if two parts of an intersection speak of one key, the later one wins; conditions and `not`
 * are passed over.
 */
export function plainSchemas(root: JsonObject, schema: JsonValue): readonly JsonObject[] {
  return read(root, schema, [])
}

function read(root: JsonObject, schema: JsonValue, open: readonly string[]): readonly JsonObject[] {
  if (schema === false) return []
  if (!isJsonObject(schema)) return [{}]
  const { $ref, allOf, anyOf, oneOf, ...own } = schema
  const parts: (readonly JsonObject[])[] = listOf(allOf).map((each) => read(root, each, open))
  if (typeof $ref === 'string') parts.push(follow(root, $ref, open))
  for (const alternatives of [anyOf, oneOf]) {
    if (alternatives !== undefined) parts.push(listOf(alternatives).flatMap((each) => read(root, each, open)))
  }
  let joined: readonly JsonObject[] = [own]
  for (const part of parts) {
    joined = joined.flatMap((left) => part.map((right) => join(left, right))).slice(0, MOST)
  }
  return joined
}

function follow(root: JsonObject, reference: string, open: readonly string[]): readonly JsonObject[] {
  const pointer = pointerOf(root, reference)
  const target = pointer === undefined ? undefined : resolvePointer(root, pointer)
  if (pointer === undefined || target === undefined || open.includes(pointer)) return [{}]
  return read(root, target, [...open, pointer])
}

function join(left: JsonObject, right: JsonObject): JsonObject {
  const properties = [left.properties, right.properties].filter((each) => isJsonObject(each))
  const required = [...listOf(left.required), ...listOf(right.required)]
  return known({
    ...left,
    ...right,
    properties: properties.length > 0 ? { ...properties[0], ...properties[1] } : undefined,
    required: required.length > 0 ? required : undefined,
  })
}

const OBJECT = ['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames']
const ARRAY = ['items', 'prefixItems', 'contains']

/** The types that a plain schema is about, null left out; undefined if it says nothing of a type. */
export function typesOf(plain: JsonObject): readonly string[] | undefined {
  const { type } = plain
  if (type !== undefined) return (Array.isArray(type) ? type : [type]).filter((each) => each !== 'null')
  const values = valuesOf(plain)
  if (values) return [...new Set(values.map(kindOf))]
  if (OBJECT.some((keyword) => keyword in plain)) return ['object']
  return ARRAY.some((keyword) => keyword in plain) ? ['array'] : undefined
}

/** The values that a plain schema lists, null left out; undefined if it lists none. */
export function valuesOf(plain: JsonObject): readonly JsonValue[] | undefined {
  if (plain.const === undefined && plain.enum === undefined) return undefined
  const values = plain.const === undefined ? listOf(plain.enum) : [plain.const]
  return values.filter((value) => value !== null)
}

/** The keys that a plain object schema names, and those of them that must be there. */
export function namedKeys({ properties, required }: JsonObject): {
  readonly properties: JsonObject
  readonly required: ReadonlySet<JsonValue>
} {
  return { properties: objectOf(properties), required: new Set(listOf(required)) }
}

/**
 * The schemas of the values under keys that a plain object schema does not name. An object that names keys and
 * says nothing of others is read as closed.
 */
export function mapValues({ properties, patternProperties, additionalProperties }: JsonObject): JsonValue[] {
  const patterns = Object.values(objectOf(patternProperties))
  if (additionalProperties !== undefined) {
    return additionalProperties === false ? patterns : [...patterns, additionalProperties]
  }
  return properties === undefined && patterns.length === 0 ? [true] : patterns
}
