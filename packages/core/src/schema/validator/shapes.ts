import { isJsonObject, type JsonValue } from '@skill-state/protocol'
import { describeValue } from '../../json/excerpt.ts'
import { subschemasOf } from '../subschemas.ts'
import { sameText } from './json.ts'

interface Shape {
  readonly name: string
  readonly fits: (value: JsonValue) => boolean
}

const TYPES: ReadonlySet<JsonValue> = new Set([
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
])

const isText = (value: JsonValue): boolean => typeof value === 'string'
const isSchema = (value: JsonValue): boolean => typeof value === 'boolean' || isJsonObject(value)
const isListOf =
  (fits: (value: JsonValue) => boolean, least = 0) =>
  (value: JsonValue) =>
    Array.isArray(value) && value.length >= least && value.every(fits)
const isMapOf = (fits: (value: JsonValue) => boolean) => (value: JsonValue) =>
  isJsonObject(value) && Object.values(value).every(fits)
const isUnique = (value: JsonValue): boolean =>
  Array.isArray(value) && new Set(value.map((item) => sameText(item))).size === value.length
const isType = (value: JsonValue): boolean => TYPES.has(value)

const count: Shape = {
  name: 'a whole number from 0',
  fits: (value) => Number.isInteger(value) && Number(value) >= 0,
}
const number: Shape = { name: 'a number', fits: (value) => Number.isFinite(value) }
const step: Shape = { name: 'a number above 0', fits: (value) => Number.isFinite(value) && Number(value) > 0 }
const flag: Shape = { name: 'true or false', fits: (value) => typeof value === 'boolean' }
const text: Shape = { name: 'a string', fits: isText }
const texts: Shape = {
  name: 'a list of different strings',
  fits: (value) => isListOf(isText)(value) && isUnique(value),
}
const schema: Shape = { name: 'a schema', fits: isSchema }
const schemas: Shape = { name: 'a list of schemas', fits: isListOf(isSchema, 1) }
const named: Shape = { name: 'schemas by name', fits: isMapOf(isSchema) }

const SHAPES: Readonly<Record<string, Shape>> = {
  $id: {
    name: 'an address',
    fits: (value) => typeof value === 'string' && URL.canParse(value, 'https://schema.invalid/'),
  },
  $ref: text,
  $anchor: {
    name: 'a name',
    fits: (value) => typeof value === 'string' && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value),
  },
  $defs: named,
  definitions: named,
  type: {
    name: 'the name of a type, or a list of different ones',
    fits: (value) => isType(value) || (isListOf(isType, 1)(value) && isUnique(value)),
  },
  enum: { name: 'a list that is not empty', fits: (value) => Array.isArray(value) && value.length > 0 },
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: step,
  minLength: count,
  maxLength: count,
  pattern: text,
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  minContains: count,
  maxContains: count,
  contains: schema,
  prefixItems: schemas,
  additionalItems: schema,
  unevaluatedItems: schema,
  minProperties: count,
  maxProperties: count,
  required: texts,
  properties: named,
  patternProperties: named,
  additionalProperties: schema,
  unevaluatedProperties: schema,
  propertyNames: schema,
  dependentRequired: { name: 'lists of strings by name', fits: isMapOf((each) => texts.fits(each)) },
  dependentSchemas: named,
  dependencies: {
    name: 'schemas or lists of strings by name',
    fits: isMapOf((each) => isSchema(each) || texts.fits(each)),
  },
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  not: schema,
  if: schema,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: schema,
  else: schema,
}

/** Keywords whose meaning depends on the way by which a schema was reached. */
const UNSUPPORTED = ['$dynamicRef', '$recursiveRef', '$async']

/** Throws if a keyword of a schema, or of one below it, has a value that means nothing. */
export function checkShapes(root: JsonValue, draft07: boolean): void {
  const work: JsonValue[] = [root]
  for (let each = work.pop(); each !== undefined; each = work.pop()) {
    if (!isJsonObject(each)) continue
    for (const [keyword, value] of Object.entries(each)) checkKeyword(keyword, value, draft07)
    if (each.nullable !== undefined && each.type === undefined)
      throw new Error('"nullable" goes with "type" only')
    work.push(...subschemasOf(each))
  }
}

function checkKeyword(keyword: string, value: JsonValue | undefined, draft07: boolean): void {
  if (UNSUPPORTED.includes(keyword) && value !== false) throw new Error(unsupported(keyword))
  const shape =
    keyword === 'items' ? itemsShape(draft07) : Object.hasOwn(SHAPES, keyword) ? SHAPES[keyword] : undefined
  if (shape === undefined || value === undefined || shape.fits(value)) return
  throw new Error(`"${keyword}" must be ${shape.name}, found ${describeValue(value)}`)
}

function unsupported(keyword: string): string {
  return keyword === '$async'
    ? 'an asynchronous schema is not supported'
    : `"${keyword}" is not supported: name the schema by "$ref"`
}

function itemsShape(draft07: boolean): Shape {
  return draft07
    ? { name: 'a schema or a list of schemas', fits: (value) => isSchema(value) || isListOf(isSchema)(value) }
    : schema
}
