import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { onOneLine } from '../src/json/python-json.ts'

/** A schema that bounds its values, with values that pass it and one whose text is as long as any. */
interface BoundedSchema {
  readonly schema: JsonObject
  readonly values: fc.Arbitrary<JsonValue>
  readonly longest: JsonValue
}

export interface BoundedObject extends BoundedSchema {
  readonly values: fc.Arbitrary<JsonObject>
  readonly longest: JsonObject
}

const compact = (value: JsonValue): number => onOneLine(value, ',', ':').length
const small = fc.integer({ min: 1, max: 4 })

const text: fc.Arbitrary<BoundedSchema> = small.map((maxLength) => ({
  schema: { type: 'string', maxLength },
  values: fc.string({ unit: 'binary', maxLength }),
  longest: '\ud83d\ude00'.repeat(maxLength),
}))

const patterned: fc.Arbitrary<BoundedSchema> = fc.constantFrom(
  ...(
    [
      ['^shelf_[0-9]{1,3}$', 'shelf_999'],
      ['^(?:on|off|a?b{2,4})$', 'abbbb'],
      ['^\\d\\.[^x]$', '1.\ud83d\ude00'],
      ['^["\\\\]{2}(a|\u00e9)?$', '"\\\u00e9'],
    ] as const
  ).map(([pattern, longest]) => ({
    schema: { type: 'string', pattern },
    values: fc.stringMatching(new RegExp(pattern, 'u')),
    longest,
  })),
)

const listed: fc.Arbitrary<BoundedSchema> = fc
  .array(fc.oneof(fc.string({ maxLength: 5 }), fc.boolean(), fc.integer(), fc.constant({ a: [1, 'x'] })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((values) => ({
    schema: values.length === 1 ? { const: values[0] ?? 0 } : { enum: values },
    values: fc.constantFrom(...values),
    longest: longestOf(values),
  }))

const whole: fc.Arbitrary<BoundedSchema> = fc
  .tuple(fc.maxSafeInteger(), fc.maxSafeInteger())
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
  .map(([minimum, maximum]) => ({
    schema: { type: 'integer', minimum, maximum },
    values: fc.maxSafeInteger().map((value) => Math.min(maximum, Math.max(minimum, value))),
    longest: longestOf([minimum, maximum]),
  }))

const fraction: fc.Arbitrary<BoundedSchema> = fc.boolean().map((signed) => ({
  schema: signed ? { type: 'number' } : { type: 'number', minimum: 0 },
  values: fc
    .double({ noNaN: true, noDefaultInfinity: true, min: signed ? -Number.MAX_VALUE : 0 })
    .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value)),
  longest: signed ? -2.2250738585072014e-308 : 2.2250738585072014e-308,
}))

const flag: fc.Arbitrary<BoundedSchema> = fc.constant({
  schema: { type: 'boolean' },
  values: fc.boolean(),
  longest: false,
})

function list(item: BoundedSchema, maxItems: number): BoundedSchema {
  return {
    schema: { type: 'array', items: item.schema, maxItems },
    values: fc.array(item.values, { maxLength: maxItems }),
    longest: Array<JsonValue>(maxItems).fill(item.longest),
  }
}

function tuple(first: BoundedSchema, rest: BoundedSchema, more: number): BoundedSchema {
  return {
    schema: {
      type: 'array',
      prefixItems: [first.schema],
      items: more === 0 ? false : rest.schema,
      maxItems: more + 1,
    },
    values: fc
      .tuple(first.values, fc.array(rest.values, { maxLength: more }))
      .map(([one, others]) => [one, ...others]),
    longest: [first.longest, ...Array<JsonValue>(more).fill(rest.longest)],
  }
}

function either(a: BoundedSchema, b: BoundedSchema): BoundedSchema {
  return {
    schema: { anyOf: [a.schema, b.schema] },
    values: fc.oneof(a.values, b.values),
    longest: longestOf([a.longest, b.longest]),
  }
}

function restated(inner: BoundedSchema): BoundedSchema {
  return { ...inner, schema: { allOf: [{ 'x-note': 'says nothing' }, inner.schema] } }
}

/** `share` moves the schema to `$defs`. */
function shared(inner: BoundedSchema): BoundedSchema {
  return { ...inner, schema: { share: inner.schema } }
}

function record(entries: readonly BoundedSchema[], most: number | undefined): BoundedObject {
  const named = entries.map((entry, at) => [`key "${at}"\n`.repeat(at), entry] as const)
  const sizes = named.map(([key, { longest }]) => [key, longest] as const)
  const kept = sizes.toSorted((a, b) => entrySize(b) - entrySize(a)).slice(0, most ?? sizes.length)
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(named.map(([key, { schema }]) => [key, schema])),
      additionalProperties: false,
      ...(most !== undefined && { maxProperties: most }),
    },
    values: fc
      .tuple(...named.map(([key, { values }]) => fc.option(values.map((value) => [key, value] as const))))
      .map((found) =>
        Object.fromEntries(found.filter((entry) => entry !== null).slice(0, most ?? named.length)),
      ),
    longest: Object.fromEntries(kept),
  }
}

function map(
  value: BoundedSchema,
  keyLength: number,
  maxProperties: number,
  named?: BoundedSchema,
): BoundedObject {
  const keys = Array.from({ length: maxProperties }, (_, at) =>
    String.fromCodePoint(0x1f600 + at).repeat(keyLength),
  )
  const entries: [string, JsonValue][] = keys.map((key) => [key, value.longest])
  if (named && entrySize(['n', named.longest]) >= entrySize([keys[0] ?? '', value.longest]))
    entries[0] = ['n', named.longest]
  const others = fc.tuple(
    fc.string({ unit: 'binary', maxLength: keyLength }).filter((key) => key !== 'n'),
    value.values,
  )
  const anyNamed = named ? fc.tuple(fc.constant('n'), named.values) : others
  return {
    schema: {
      type: 'object',
      ...(named && { properties: { n: named.schema } }),
      propertyNames: { maxLength: keyLength },
      additionalProperties: value.schema,
      maxProperties,
    },
    values: fc
      .uniqueArray(fc.oneof(others, anyNamed), { maxLength: maxProperties, selector: ([key]) => key })
      .map((found) => Object.fromEntries(found)),
    longest: Object.fromEntries(entries),
  }
}

function entrySize([key, value]: readonly [string, JsonValue]): number {
  return compact(key) + compact(value)
}

function longestOf<T extends JsonValue>(values: readonly [T, ...T[]] | readonly T[]): JsonValue {
  return values.reduce<JsonValue>((a, b) => (compact(b) > compact(a) ? b : a), values[0] ?? 0)
}

const { object } = fc.letrec<{ value: BoundedSchema; object: BoundedObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(text, patterned, listed, whole, fraction, flag),
    fc.tuple(tie('value'), small).map(([item, most]) => list(item, most)),
    fc.tuple(tie('value'), tie('value'), fc.nat(2)).map(([first, rest, more]) => tuple(first, rest, more)),
    fc.tuple(tie('value'), tie('value')).map(([a, b]) => either(a, b)),
    tie('value').map(restated),
    tie('value').map(shared),
    tie('object'),
  ),
  object: fc.oneof(
    fc
      .tuple(fc.array(tie('value'), { maxLength: 3 }), fc.option(fc.nat(3), { nil: undefined }))
      .map(([entries, most]) => record(entries, most)),
    fc
      .tuple(tie('value'), small, small, fc.option(tie('value'), { nil: undefined }))
      .map(([value, length, most, named]) => map(value, length, most, named)),
  ),
}))

/** Schemas of states, bounded throughout. Their values may be empty. */
export const boundedSchemas: fc.Arbitrary<BoundedObject> = object.map(({ schema, ...rest }) => {
  const $defs: Record<string, JsonValue> = {}
  const opened = open(schema, $defs)
  return { ...rest, schema: { ...opened, $defs } }
})

function open<T extends JsonValue>(schema: T, $defs: Record<string, JsonValue>): T {
  if (typeof schema !== 'object' || schema === null) return schema
  if (!isJsonObject(schema)) return (schema as readonly JsonValue[]).map((part) => open(part, $defs)) as never
  if (isJsonObject(schema.share)) {
    const name = `part ${Object.keys($defs).length}`
    $defs[name] = true
    $defs[name] = open(schema.share, $defs)
    return { $ref: `#/$defs/${encodeURIComponent(name)}` } as never
  }
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, open(part, $defs)])) as T
}
