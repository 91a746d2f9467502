import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { BOUNDS, bounded, boundsOf, type Plain, type SchemaReader } from './plain.ts'
import { step } from './pointer.ts'
import { readObject } from './read-object.ts'

/** Every type of value; an integer is a number. */
export const TYPES: readonly JsonValue[] = ['null', 'boolean', 'number', 'string', 'array', 'object']

export const TYPED_KEYWORDS: readonly string[] = [
  ...Object.values(BOUNDS).flat(),
  ...['pattern', 'items', 'prefixItems', 'additionalItems', 'properties', 'required', 'patternProperties'],
  ...['additionalProperties', 'propertyNames', 'minProperties', 'maxProperties'],
]

/** What a schema says of values of one type, in the keywords about that type. */
export function readType(reader: SchemaReader, type: JsonValue, schema: JsonObject, path: string): Plain {
  switch (type) {
    case 'null':
    case 'boolean':
      return { path, kind: type }
    case 'number':
    case 'integer':
      return bounded({ path, kind: type, bounds: boundsOf('number', schema) })
    case 'string': {
      const patterns = typeof schema.pattern === 'string' ? [schema.pattern] : []
      return bounded({ path, kind: type, bounds: boundsOf('string', schema), patterns })
    }
    case 'array':
      return readArray(reader, schema, path)
    case 'object':
      return readObject(reader, schema, path)
    default:
      return reader.refuse(`${path}/type`, `is not a type: ${JSON.stringify(type)}`)
  }
}

/** Takes draft-07's list of items too. */
function readArray(reader: SchemaReader, schema: JsonObject, path: string): Plain {
  const { items = true, prefixItems, additionalItems = true } = schema
  const isList = Array.isArray(items)
  const places = isList ? items : prefixItems
  const under = path + (isList ? '/items' : '/prefixItems')
  const prefix = (Array.isArray(places) ? places : []).map((each: JsonValue, index) =>
    reader.read(each, under + step(index)),
  )
  const rest = isList
    ? reader.read(additionalItems, `${path}/additionalItems`)
    : reader.read(items, `${path}/items`)
  return bounded({ path, kind: 'array', prefix, items: rest, bounds: boundsOf('array', schema) })
}
