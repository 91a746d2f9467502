import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { arrayOf, numberOf, objectOf, type Plain, type PlainObject, stringOf } from './_plain.ts'
import { step } from './_pointer.ts'
import type { SchemaReader } from './_read-schema.ts'

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
      return reader.refuse(`${path}/type`, `is no type: ${JSON.stringify(type)}`)
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

function readObject(reader: SchemaReader, schema: JsonObject, path: string): Plain {
  const { properties, additionalProperties = true, propertyNames } = schema
  const required = new Set(
    (Array.isArray(schema.required) ? schema.required : []).filter((key) => typeof key === 'string'),
  )
  const named = Object.entries(isJsonObject(properties) ? properties : {})
  const others = reader.read(additionalProperties, `${path}/additionalProperties`)
  const values = new Map(
    named.map(([key, value]) => [key, reader.read(value, `${path}/properties${step(key)}`)]),
  )
  for (const key of required) if (!values.has(key)) values.set(key, others)
  const read: PlainObject = { path, kind: 'object', properties: values, required, others }
  const plain = objectOf(propertyNames === undefined ? read : namedOnly(reader, read, propertyNames))
  checkCounts(reader, schema, plain)
  return plain
}

/** Keeps the keys that pass a schema of names. */
function namedOnly(reader: SchemaReader, plain: PlainObject, propertyNames: JsonValue): PlainObject {
  const { path } = plain
  const place = `${path}/propertyNames`
  const text: Plain = { path: place, kind: 'string', minLength: 0, maxLength: Infinity, patterns: [] }
  const names = reader.both(place, [reader.read(propertyNames, place), text])
  if (
    names.kind === 'string' &&
    names.minLength === 0 &&
    names.maxLength === Infinity &&
    names.patterns.length === 0
  ) {
    return plain
  }
  if (names.kind !== 'values') {
    reader.refuse(place, 'is kept to by no engine, but for a list of names')
    return plain
  }
  const nothing: Plain = { path: place, kind: 'nothing' }
  const keys = new Set([
    ...plain.properties.keys(),
    ...names.values.filter((name) => typeof name === 'string'),
  ])
  const properties = [...keys].map((key): [string, Plain] => [
    key,
    names.values.includes(key) ? (plain.properties.get(key) ?? plain.others) : nothing,
  ])
  return { ...plain, properties: new Map(properties), others: nothing }
}

/** Refuses counts of keys, but for those that hold anyway. */
function checkCounts(reader: SchemaReader, { minProperties, maxProperties }: JsonObject, plain: Plain): void {
  if (plain.kind !== 'object') return
  const { required, properties, others, path } = plain
  if (count(minProperties, 0) > required.size) {
    reader.refuse(`${path}/minProperties`, 'is kept to by no engine')
  }
  const most = others.kind === 'nothing' ? properties.size : Infinity
  if (count(maxProperties, Infinity) < most) reader.refuse(`${path}/maxProperties`, 'is kept to by no engine')
}

function count(value: JsonValue | undefined, absent: number): number {
  return typeof value === 'number' ? value : absent
}
