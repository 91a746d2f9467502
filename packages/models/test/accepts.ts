import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { at } from '../src/answers/read/pointer.ts'

/** Whether a value passes a JSON Schema (2020-12) of the keywords that the tests use: the judge in tests. */
export function accepts(root: JsonObject, value: JsonValue, schema: JsonValue = root): boolean {
  if (typeof schema === 'boolean') return schema
  if (!isJsonObject(schema)) throw new Error('no schema')
  return Object.entries(schema).every(([keyword, expected]) => {
    const check = CHECKS[keyword]
    if (!check) throw new Error(`the judge does not know ${keyword}`)
    return check({ root, value, schema, expected, passes: (below, each) => accepts(root, below, each) })
  })
}

interface Question {
  readonly root: JsonObject
  readonly value: JsonValue
  readonly schema: JsonObject
  readonly expected: JsonValue
  readonly passes: (value: JsonValue, schema: JsonValue) => boolean
}

const skip = (): boolean => true
const text =
  (check: (length: number, bound: number) => boolean) =>
  (question: Question): boolean =>
    typeof question.value !== 'string' || check(Array.from(question.value).length, Number(question.expected))
const number =
  (check: (value: number, bound: number) => boolean) =>
  (question: Question): boolean =>
    typeof question.value !== 'number' || check(question.value, Number(question.expected))
const list =
  (check: (items: readonly JsonValue[], question: Question) => boolean) =>
  (question: Question): boolean =>
    !Array.isArray(question.value) || check(question.value, question)
const object =
  (check: (entries: JsonObject, question: Question) => boolean) =>
  (question: Question): boolean =>
    !isJsonObject(question.value) || check(question.value, question)

const CHECKS: Readonly<Record<string, (question: Question) => boolean>> = {
  $defs: skip,
  description: skip,
  title: skip,
  default: skip,
  'x-merge': skip,
  $ref: ({ root, value, expected, passes }) => passes(value, at(root, textOf(expected).slice(1)) ?? false),
  type: ({ value, expected }) => [expected].flat().some((type) => isOfType(value, type)),
  enum: ({ value, expected }) => listOf(expected).some((each) => same(each, value)),
  const: ({ value, expected }) => same(expected, value),
  not: ({ value, expected, passes }) => !passes(value, expected),
  allOf: ({ value, expected, passes }) => listOf(expected).every((each) => passes(value, each)),
  anyOf: ({ value, expected, passes }) => listOf(expected).some((each) => passes(value, each)),
  oneOf: ({ value, expected, passes }) => listOf(expected).filter((each) => passes(value, each)).length === 1,
  minLength: text((length, bound) => length >= bound),
  maxLength: text((length, bound) => length <= bound),
  pattern: ({ value, expected }) =>
    typeof value !== 'string' || new RegExp(textOf(expected), 'u').test(value),
  minimum: number((value, bound) => value >= bound),
  maximum: number((value, bound) => value <= bound),
  exclusiveMinimum: number((value, bound) => value > bound),
  exclusiveMaximum: number((value, bound) => value < bound),
  multipleOf: number((value, bound) => Number.isInteger(value / bound)),
  minItems: list((items, { expected }) => items.length >= Number(expected)),
  maxItems: list((items, { expected }) => items.length <= Number(expected)),
  prefixItems: list((items, { expected, passes }) =>
    listOf(expected).every((each, index) => index >= items.length || passes(items[index] ?? null, each)),
  ),
  items: list((items, { expected, schema, passes }) =>
    items.slice(listOf(schema.prefixItems ?? []).length).every((each) => passes(each, expected)),
  ),
  required: object((entries, { expected }) =>
    listOf(expected).every((key) => Object.hasOwn(entries, textOf(key))),
  ),
  properties: object((entries, { expected, passes }) =>
    Object.entries(isJsonObject(expected) ? expected : {}).every(
      ([key, each]) => !Object.hasOwn(entries, key) || passes(entries[key] ?? null, each),
    ),
  ),
  additionalProperties: object((entries, { expected, schema, passes }) =>
    Object.entries(entries).every(([key, each]) => {
      const patterns = Object.keys(isJsonObject(schema.patternProperties) ? schema.patternProperties : {})
      const isNamed = isJsonObject(schema.properties) && Object.hasOwn(schema.properties, key)
      return (
        isNamed || patterns.some((pattern) => new RegExp(pattern, 'u').test(key)) || passes(each, expected)
      )
    }),
  ),
  patternProperties: object((entries, { expected, passes }) =>
    Object.entries(isJsonObject(expected) ? expected : {}).every(([pattern, below]) =>
      Object.entries(entries).every(
        ([key, each]) => !new RegExp(pattern, 'u').test(key) || passes(each, below),
      ),
    ),
  ),
  propertyNames: object((entries, { expected, passes }) =>
    Object.keys(entries).every((key) => passes(key, expected)),
  ),
}

function isOfType(value: JsonValue, type: JsonValue): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isJsonObject(value)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

function listOf(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

function same(left: JsonValue, right: JsonValue): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right))
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([key, each]): [string, JsonValue] => [key, sorted(each)])
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

function textOf(value: JsonValue): string {
  if (typeof value !== 'string') throw new Error('expected a text')
  return value
}
