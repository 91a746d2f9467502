import { isJsonObject, type JsonValue } from '@skill-state/protocol'
import { describeValue } from '../../json/excerpt.ts'
import { subschemasOf } from '../subschemas.ts'
import { sameText } from './json.ts'

interface Shape {
  readonly name: string
  readonly fits: (value: JsonValue) => boolean
}

const TYPES: ReadonlySet<JsonValue> = new Set('array boolean integer null number object string'.split(' '))

const isText = (value: JsonValue): value is string => typeof value === 'string'
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

function shape(name: string, fits: (value: JsonValue) => boolean): Shape {
  return { name, fits }
}

const schema = shape('a schema', isSchema)
const texts = shape('a list of different strings', (value) => isListOf(isText)(value) && isUnique(value))

/** What keywords must be, by their names. */
const TABLE: readonly (readonly [keywords: string, Shape])[] = [
  [
    'minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties',
    shape('a whole number from 0', (value) => Number.isInteger(value) && Number(value) >= 0),
  ],
  ['minimum maximum exclusiveMinimum exclusiveMaximum', shape('a number', (value) => Number.isFinite(value))],
  ['multipleOf', shape('a number above 0', (value) => Number.isFinite(value) && Number(value) > 0)],
  ['uniqueItems', shape('true or false', (value) => typeof value === 'boolean')],
  ['$ref pattern', shape('a string', isText)],
  ['required', texts],
  [
    'contains additionalItems unevaluatedItems additionalProperties unevaluatedProperties propertyNames not if then else',
    schema,
  ],
  ['prefixItems allOf anyOf oneOf', shape('a list of schemas', isListOf(isSchema, 1))],
  [
    '$defs definitions properties patternProperties dependentSchemas',
    shape('schemas by name', isMapOf(isSchema)),
  ],
  ['$id', shape('an address', (value) => isText(value) && URL.canParse(value, 'https://schema.invalid/'))],
  ['$anchor', shape('a name', (value) => isText(value) && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value))],
  [
    'type',
    shape(
      'the name of a type, or a list of different ones',
      (value) => isType(value) || (isListOf(isType, 1)(value) && isUnique(value)),
    ),
  ],
  ['enum', shape('a list that is not empty', (value) => Array.isArray(value) && value.length > 0)],
  ['dependentRequired', shape('lists of strings by name', isMapOf(texts.fits))],
  [
    'dependencies',
    shape(
      'schemas or lists of strings by name',
      isMapOf((each) => isSchema(each) || texts.fits(each)),
    ),
  ],
]

const SHAPES: ReadonlyMap<string, Shape> = new Map(
  TABLE.flatMap(([keywords, shape]) => keywords.split(' ').map((keyword) => [keyword, shape] as const)),
)

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
  const shape = keyword === 'items' ? itemsShape(draft07) : SHAPES.get(keyword)
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
    ? shape('a schema or a list of schemas', (value) => isSchema(value) || isListOf(isSchema)(value))
    : schema
}
