import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { arrayOf, numberOf, type Plain, stringOf } from './plain.ts'
import { step } from './pointer.ts'
import { count, readObject } from './read-object.ts'
import type { SchemaReader } from './schema-reader.ts'

/** Every type of value; an integer is a number. */
export const TYPES: readonly JsonValue[] = ['null', 'boolean', 'number', 'string', 'array', 'object']

/** What a schema says of values of one type, in the keywords about that type. */
export function readType(reader: SchemaReader, type: JsonValue, schema: JsonObject, path: string): Plain {
  switch (type) {
    case 'null':
    case 'boolean':
      return { path, kind: type }
    case 'number':
    case 'integer':
      return numberOf({ path, kind: type, ...numbersOf(schema) })
    case 'string':
      return readString(schema, path)
    case 'array':
      return readArray(reader, schema, path)
    case 'object':
      return readObject(reader, schema, path)
    default:
      return reader.refuse(`${path}/type`, `is not a type: ${JSON.stringify(type)}`)
  }
}

function numbersOf(schema: JsonObject): Readonly<Record<string, number>> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const bounds = { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }
  return Object.fromEntries(
    Object.entries(bounds).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}

function readString({ minLength, maxLength, pattern }: JsonObject, path: string): Plain {
  return stringOf({
    path,
    kind: 'string',
    minLength: count(minLength, 0),
    maxLength: count(maxLength, Infinity),
    patterns: typeof pattern === 'string' ? [pattern] : [],
  })
}

/** Takes draft-07's list of items too. */
function readArray(reader: SchemaReader, schema: JsonObject, path: string): Plain {
  const { items = true, prefixItems, additionalItems = true, minItems, maxItems } = schema
  const isList = Array.isArray(items)
  const places = isList ? items : prefixItems
  const under = path + (isList ? '/items' : '/prefixItems')
  const prefix = (Array.isArray(places) ? places : []).map((each: JsonValue, index) =>
    reader.read(each, under + step(index)),
  )
  const rest = isList
    ? reader.read(additionalItems, `${path}/additionalItems`)
    : reader.read(items, `${path}/items`)
  const bounds = { minItems: count(minItems, 0), maxItems: count(maxItems, Infinity) }
  return arrayOf({ path, kind: 'array', prefix, items: rest, ...bounds })
}
