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

const isListOfTexts = (value: JsonValue): boolean => isListOf(isText)(value) && isUnique(value)
const isNumber = (value: JsonValue): boolean => Number.isFinite(value)

/** What keywords must be, by their names. */
const TABLE: readonly (readonly [keywords: string, name: string, fits: Shape['fits']])[] = [
  [
    'minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties',
    'a whole number from 0',
    (value) => Number.isInteger(value) && Number(value) >= 0,
  ],
  ['minimum maximum exclusiveMinimum exclusiveMaximum', 'a number', isNumber],
  ['multipleOf', 'a number above 0', (value) => isNumber(value) && Number(value) > 0],
  ['uniqueItems', 'true or false', (value) => typeof value === 'boolean'],
  ['$ref pattern', 'a string', isText],
  ['required', 'a list of different strings', isListOfTexts],
  [
    'items contains additionalItems unevaluatedItems additionalProperties unevaluatedProperties propertyNames not if then else',
    'a schema',
    isSchema,
  ],
  ['prefixItems allOf anyOf oneOf', 'a list of schemas', isListOf(isSchema, 1)],
  ['$defs definitions properties patternProperties dependentSchemas', 'schemas by name', isMapOf(isSchema)],
  ['$id', 'an address', (value) => isText(value) && URL.canParse(value, 'https://schema.invalid/')],
  ['$anchor', 'a name', (value) => isText(value) && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value)],
  [
    'type',
    'the name of a type, or a list of different ones',
    (value) => isType(value) || (isListOf(isType, 1)(value) && isUnique(value)),
  ],
  ['enum', 'a list that is not empty', (value) => Array.isArray(value) && value.length > 0],
  ['dependentRequired', 'lists of strings by name', isMapOf(isListOfTexts)],
  [
    'dependencies',
    'schemas or lists of strings by name',
    isMapOf((each) => isSchema(each) || isListOfTexts(each)),
  ],
]

const SHAPES: ReadonlyMap<string, Shape> = new Map(
  TABLE.flatMap(([keywords, name, fits]) =>
    keywords.split(' ').map((each) => [each, { name, fits }] as const),
  ),
)

/** `items` in draft-07. */
const TUPLE: Shape = {
  name: 'a schema or a list of schemas',
  fits: (value) => isSchema(value) || isListOf(isSchema)(value),
}

/** Keywords whose meaning depends on the way by which a schema was reached. */
const UNSUPPORTED = ['$dynamicRef', '$recursiveRef']

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
  if (keyword === '$async' && value !== false) throw new Error('an asynchronous schema is not supported')
  if (UNSUPPORTED.includes(keyword) && value !== false)
    throw new Error(`"${keyword}" is not supported: name the schema by "$ref"`)
  const shape = draft07 && keyword === 'items' ? TUPLE : SHAPES.get(keyword)
  if (shape === undefined || value === undefined || shape.fits(value)) return
  throw new Error(`"${keyword}" must be ${shape.name}, found ${describeValue(value)}`)
}
