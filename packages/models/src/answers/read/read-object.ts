import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { objectOf, type Plain, type PlainObject, type SchemaReader } from './plain.ts'
import { step } from './pointer.ts'

export function readObject(reader: SchemaReader, schema: JsonObject, path: string): Plain {
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
  const open: PlainObject = { path, kind: 'object', properties: values, required, others }
  const patterned = withPattern(reader, open, schema)
  const plain = objectOf(
    propertyNames === undefined ? patterned : namedOnly(reader, patterned, propertyNames),
  )
  checkCounts(reader, schema, plain)
  return plain
}

/** Takes one pattern that the named keys do not match. */
function withPattern(reader: SchemaReader, plain: PlainObject, schema: JsonObject): PlainObject {
  const { patternProperties } = schema
  const place = `${plain.path}/patternProperties`
  const [first, ...more] = Object.entries(isJsonObject(patternProperties) ? patternProperties : {})
  if (!first) return plain
  const [source, value] = first
  const path = place + step(source)
  const pattern = { path, source, value: reader.read(value, path) }
  if (more.length > 0 || !isApart(source, plain.properties.keys())) {
    reader.refuse(place, 'is kept to for one pattern that no named key matches, and else by no engine')
    return plain
  }
  return { ...plain, pattern }
}

function isApart(source: string, names: Iterable<string>): boolean {
  try {
    const expression = new RegExp(source, 'u')
    return [...names].every((name) => !expression.test(name))
  } catch {
    return false
  }
}

function namedOnly(reader: SchemaReader, plain: PlainObject, propertyNames: JsonValue): PlainObject {
  const { path, pattern, properties, others } = plain
  const place = `${path}/propertyNames`
  const text: Plain = { path: place, kind: 'string', bounds: {}, patterns: [] }
  const names = reader.both(place, [reader.read(propertyNames, place), text])
  if (names.kind === 'string' && Object.keys(names.bounds).length === 0) {
    const [source, ...more] = names.patterns
    if (source === undefined) return plain
    const matching = { path: `${place}/pattern`, source, value: others }
    const isAlone = more.length === 0 && pattern === undefined && properties.size === 0
    if (isAlone) return { ...plain, pattern: matching, others: { path: place, kind: 'nothing' } }
  }
  if (names.kind === 'values' && pattern === undefined) return listedOnly(plain, names.values, place)
  reader.refuse(place, 'is kept to for a list of names or one pattern alone, and else by no engine')
  return plain
}

function listedOnly(plain: PlainObject, names: readonly JsonValue[], place: string): PlainObject {
  const nothing: Plain = { path: place, kind: 'nothing' }
  const keys = new Set([
    ...plain.properties.keys(),
    ...names.filter((name): name is string => typeof name === 'string'),
  ])
  const properties = [...keys].map((key): [string, Plain] => [
    key,
    names.includes(key) ? (plain.properties.get(key) ?? plain.others) : nothing,
  ])
  return { ...plain, properties: new Map(properties), others: nothing }
}

/** Rejects counts of keys, but for those that hold anyway. */
function checkCounts(reader: SchemaReader, { minProperties, maxProperties }: JsonObject, plain: Plain): void {
  if (plain.kind !== 'object') return
  const { required, properties, pattern, others, path } = plain
  if (count(minProperties, 0) > required.size) {
    reader.refuse(`${path}/minProperties`, 'is kept to by no engine')
  }
  const most = others.kind === 'nothing' && pattern === undefined ? properties.size : Infinity
  if (count(maxProperties, Infinity) < most) reader.refuse(`${path}/maxProperties`, 'is kept to by no engine')
}

function count(value: JsonValue | undefined, absent: number): number {
  return typeof value === 'number' ? value : absent
}
