import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

/** Levels that are written out; a schema may refer to itself. */
const MOST_LEVELS = 12
/** Most schemas that are written out: a schema may name others many times at each level. */
const MOST_SCHEMAS = 2_000
/** Most UTF-16 units of a description and of a list of values. */
const MOST_NOTE = 300

/**
 * A JSON Schema as a TypeScript type, for a model to read: descriptions, bounds and defaults are comments. Says less than
 * the schema, and nothing else. With `pointer`, the type of the value at that place; undefined if the schema names none.
 */
export function typeText(schema: JsonObject): string
export function typeText(schema: JsonObject, pointer: string): string | undefined
export function typeText(schema: JsonObject, pointer = ''): string | undefined {
  const place = placeOf(schema, pointer)
  if (place === undefined) return undefined
  const { type, notes } = write({ root: schema, level: 0, depth: 0, left: { schemas: MOST_SCHEMAS } }, place)
  return notes.length === 0 ? type : `${type} // ${notes.join('; ')}`
}

interface Place {
  readonly root: JsonObject
  /** Levels of indentation. */
  readonly level: number
  /** Schemas above this one. */
  readonly depth: number
  readonly left: { schemas: number }
}

interface Written {
  readonly type: string
  readonly notes: readonly string[]
}

/** The schema of the value at a place, as far as properties, items and keys of data lead to it. */
function placeOf(root: JsonObject, pointer: string): JsonValue | undefined {
  let schema: JsonValue | undefined = root
  for (const step of pointer.split('/').slice(1)) {
    const followed: JsonValue | undefined = follow(root, schema)
    if (!isJsonObject(followed)) return undefined
    const { properties, additionalProperties, items } = followed
    const key = unescapeStep(step)
    schema =
      isJsonObject(properties) && Object.hasOwn(properties, key)
        ? properties[key]
        : (additionalProperties ?? items)
  }
  return isJsonObject(schema) ? schema : undefined
}

function follow(root: JsonObject, schema: JsonValue | undefined): JsonValue | undefined {
  let at = schema
  for (let left = MOST_LEVELS; left > 0 && isJsonObject(at) && at.$ref !== undefined; left -= 1) {
    const { $ref, ...beside }: JsonObject = at
    const target = typeof $ref === 'string' ? placeIn(root, $ref) : undefined
    at = isJsonObject(target) ? { ...target, ...beside } : target
  }
  return at
}

/** What a reference means in its document, with or without the document's own address. */
function placeIn(root: JsonObject, reference: string): JsonValue | undefined {
  const id = typeof root.$id === 'string' ? root.$id.replace(/#$/, '') : ''
  const local = reference.startsWith(id) ? reference.slice(id.length) : reference
  if ((local !== '' && !/^#(\/|$)/.test(local)) || /%(?![\da-fA-F]{2})/.test(local)) return undefined
  return decodeURIComponent(local)
    .split('/')
    .slice(1)
    .reduce<JsonValue | undefined>((at, step) => {
      const key = unescapeStep(step)
      return typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as JsonObject)[key]
        : undefined
    }, root)
}

const unescapeStep = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')

function write(above: Place, schema: JsonValue | undefined): Written {
  const at = follow(above.root, schema)
  const place = { ...above, depth: above.depth + 1 }
  place.left.schemas -= 1
  if (!isJsonObject(at) || place.depth > MOST_LEVELS || place.left.schemas < 0)
    return { type: at === false ? 'never' : 'unknown', notes: [] }
  const { type, notes } = shapeOf(place, at)
  const described = typeof at.description === 'string' ? [cut(at.description)] : []
  const given = at.default === undefined ? [] : [`default ${short(at.default)}`]
  return { type, notes: [...described, ...notes, ...given] }
}

function shapeOf(place: Place, schema: JsonObject): Written {
  const { const: only, enum: values, anyOf, oneOf, allOf, type } = schema
  if (only !== undefined) return { type: short(only), notes: [] }
  if (Array.isArray(values))
    return { type: cut(values.map((each: JsonValue) => JSON.stringify(each)).join(' | ')), notes: [] }
  if (Array.isArray(anyOf ?? oneOf)) return joined(place, (anyOf ?? oneOf) as readonly JsonValue[], ' | ')
  if (Array.isArray(allOf)) {
    const { allOf: _, ...rest } = schema
    return joined(place, isJsonObject(rest.properties) ? [rest, ...allOf] : allOf, ' & ')
  }
  if (Array.isArray(type))
    return joined(
      place,
      type.map((each) => ({ ...without(schema), type: each })),
      ' | ',
    )
  if (type === 'object' || isJsonObject(schema.properties)) return objectOf(place, schema)
  if (type === 'array') return arrayOf(place, schema)
  if (type === 'string') return { type, notes: textNotes(schema) }
  if (type === 'number' || type === 'integer') return { type: 'number', notes: numberNotes(schema) }
  return { type: typeof type === 'string' ? type : 'unknown', notes: [] }
}

/** The description and the default belong to the whole, not to each of its types. */
const without = ({ description: _, default: __, ...schema }: JsonObject): JsonObject => schema

function joined(place: Place, schemas: readonly JsonValue[], sign: string): Written {
  const all = schemas.map((each) => write(place, each))
  return {
    type: [...new Set(all.map(({ type }) => type))].join(sign),
    notes: all.flatMap(({ notes }) => notes),
  }
}

function objectOf(place: Place, schema: JsonObject): Written {
  const { properties, required, additionalProperties, patternProperties } = schema
  const inner = { ...place, level: place.level + 1 }
  const indent = '  '.repeat(inner.level)
  const needed: readonly JsonValue[] = Array.isArray(required) ? required : []
  const lines = Object.entries(isJsonObject(properties) ? properties : {}).map(([key, each]) => {
    const { type, notes } = write(inner, each)
    return `${indent}${nameOf(key)}${needed.includes(key) ? '' : '?'}: ${type}${comment(notes)}`
  })
  const others = isJsonObject(patternProperties) ? Object.values(patternProperties)[0] : additionalProperties
  const notes = [
    ...count(schema.minProperties, schema.maxProperties, 'key'),
    ...keyNotes(schema.propertyNames),
  ]
  if (lines.length === 0) {
    const each = write(place, isJsonObject(others) ? others : {})
    const about = each.notes.length > 0 ? [`each: ${each.notes.join('; ')}`] : []
    return { type: others === false ? '{}' : `Record<string, ${each.type}>`, notes: [...notes, ...about] }
  }
  if (isJsonObject(others)) {
    const each = write(inner, others)
    lines.push(`${indent}[key: string]: ${each.type}${comment(each.notes)}`)
  }
  return { type: `{\n${lines.join('\n')}\n${'  '.repeat(place.level)}}`, notes }
}

function arrayOf(place: Place, schema: JsonObject): Written {
  const { type, notes } = write(place, schema.items ?? {})
  const own = count(schema.minItems, schema.maxItems, 'item')
  const about = notes.length > 0 ? [`each: ${notes.join('; ')}`] : []
  return {
    type: /[|&]/.test(type) && !type.startsWith('{') ? `(${type})[]` : `${type}[]`,
    notes: [...own, ...about],
  }
}

function textNotes({ minLength, maxLength, pattern, format }: JsonObject): readonly string[] {
  const kind = typeof format === 'string' ? [cut(format, 60)] : []
  const shape = typeof pattern === 'string' ? [`matches ${cut(JSON.stringify(pattern))}`] : []
  return [...kind, ...count(minLength, maxLength, 'character'), ...shape]
}

function numberNotes(schema: JsonObject): readonly string[] {
  const signs = {
    minimum: '≥',
    exclusiveMinimum: '>',
    maximum: '≤',
    exclusiveMaximum: '<',
    multipleOf: 'a multiple of',
  }
  const whole = schema.type === 'integer' ? ['integer'] : []
  return [
    ...whole,
    ...Object.entries(signs).flatMap(([keyword, sign]) =>
      typeof schema[keyword] === 'number' && Math.abs(schema[keyword]) < Number.MAX_SAFE_INTEGER
        ? [`${sign} ${schema[keyword]}`]
        : [],
    ),
  ]
}

function keyNotes(names: JsonValue | undefined): readonly string[] {
  const notes = isJsonObject(names) ? textNotes(names) : []
  return notes.length > 0 ? [`keys: ${notes.join(', ')}`] : []
}

function count(least: JsonValue | undefined, most: JsonValue | undefined, unit: string): readonly string[] {
  const units = (number: number): string => `${number} ${unit}${number === 1 ? '' : 's'}`
  const from = typeof least === 'number' && least > 0 ? [`at least ${units(least)}`] : []
  return typeof most === 'number' ? [...from, `at most ${units(most)}`] : from
}

const comment = (notes: readonly string[]): string => (notes.length === 0 ? '' : ` // ${notes.join('; ')}`)

const nameOf = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key))

const short = (value: JsonValue): string => cut(JSON.stringify(value))

/** On one line, cut if it is long. */
function cut(text: string, most = MOST_NOTE): string {
  const line = text
    .slice(0, most * 4)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}
