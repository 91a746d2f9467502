import { isJsonObject, type JsonObject, type JsonValue, known } from '@skill-state/protocol'
import { setOwn } from '../state/own.ts'

type Subschema = JsonObject | boolean

/** Keywords whose value is a schema, or in a few cases a list of them. */
const DIRECT: ReadonlySet<string> = new Set(
  `additionalItems additionalProperties allOf anyOf contains contentSchema else if items not
  oneOf prefixItems propertyNames then unevaluatedItems unevaluatedProperties`.split(/\s+/),
)

/** Keywords whose value holds schemas by name. */
const NAMED: ReadonlySet<string> = new Set(
  '$defs definitions dependencies dependentSchemas patternProperties properties'.split(' '),
)

/** A copy of a schema in which each schema right below it is replaced; data such as `enum` is left alone. */
export function mapSubschemas(schema: JsonObject, replace: (below: Subschema) => JsonValue): JsonObject {
  const mapped: { [keyword: string]: JsonValue } = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (DIRECT.has(keyword)) {
      mapped[keyword] = Array.isArray(value)
        ? value.map((each: JsonValue) => replaced(each, replace))
        : replaced(value, replace)
    } else if (NAMED.has(keyword) && isJsonObject(value)) {
      mapped[keyword] = mapEntries(value, (each) => replaced(each, replace))
    } else {
      setOwn(mapped, keyword, value)
    }
  }
  return mapped
}

/** The schemas right below a schema; data such as `enum` is passed over. */
export function subschemasOf(schema: JsonObject): readonly Subschema[] {
  const found: Subschema[] = []
  mapSubschemas(schema, (below) => {
    found.push(below)
    return below
  })
  return found
}

/** A tuple of draft-07 as 2020-12 writes it: `items` and `additionalItems` become `prefixItems` and `items`. */
export function withPrefixItems(schema: JsonObject): JsonObject {
  if (!Array.isArray(schema.items)) return schema
  const { items, additionalItems, ...others } = schema
  return known({ ...others, prefixItems: items, items: additionalItems })
}

/** The schemas of an array's first items, and that of further ones. */
export function itemsOf(
  schema: JsonObject,
  draft07: boolean,
): { readonly first: readonly JsonValue[] | undefined; readonly rest: JsonValue | undefined } {
  const { prefixItems, items } = draft07 ? withPrefixItems(omit(schema, ['prefixItems'])) : schema
  return { first: Array.isArray(prefixItems) ? prefixItems : undefined, rest: items }
}

/** An object with the same keys and other values. */
export function mapEntries(
  object: JsonObject,
  replace: (value: JsonValue, key: string) => JsonValue,
): JsonObject {
  const mapped: { [key: string]: JsonValue } = {}
  for (const [key, value] of Object.entries(object)) setOwn(mapped, key, replace(value, key))
  return mapped
}

export function pick(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)))
}

export function omit(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)))
}

function replaced(value: JsonValue, replace: (below: Subschema) => JsonValue): JsonValue {
  return typeof value === 'boolean' || isJsonObject(value) ? replace(value) : value
}

/** What a keyword lists; nothing if its value is no list. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** What a keyword names; nothing if its value is no object. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
