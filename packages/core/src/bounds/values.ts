import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { pointerStep } from '../json/pointer.ts'
import { quote } from '../json/python-json.ts'
import { itemsOf, listOf, objectOf } from '../schema/subschemas.ts'
import { type Bound, below, both, bounded, either, enclosed, IMPOSSIBLE, total, unbounded } from './bound.ts'
import { type PatternText, readPattern } from './pattern.ts'

export interface BoundOf {
  /** Of a value of any kind. */
  readonly value: (schema: JsonValue) => Bound
  /** Of a key, quotes included. */
  readonly key: (schema: JsonValue) => Bound
}

function limit(value: JsonValue | undefined, none = Infinity): number {
  return typeof value === 'number' ? value : none
}

/** Characters of one code point beyond U+FFFF in the state's text: two escapes. No other takes as many. */
const WIDEST = 12

/** Of a string, quotes included. JSON Schema counts code points; the text of the state is escaped ASCII. */
export function textBound({ maxLength, pattern }: JsonObject): Bound {
  const any: PatternText = { chars: Infinity, widest: WIDEST }
  const { chars, widest } = (typeof pattern === 'string' ? readPattern(pattern) : undefined) ?? any
  const most = Math.min(chars, widest === 0 ? 0 : limit(maxLength) * widest)
  return most === Infinity ? unbounded('text of any length', 'maxLength') : bounded(most + 2)
}

/**
 * The longest number that is not whole, without its sign: one digit, a point, 16 digits and `e-308`. A double
 * has at most 17 significant digits, and an exponent at most three. Written without exponent it is shorter:
 * below 1, `0.000` and 17 digits; above, 17 digits and a point.
 */
const LONGEST_FRACTION = 23

/**
 * Of a number. Whole ones are within ±(2^53 − 1), since others are rejected. `multipleOf` makes no number whole:
 * ajv divides, so that 5e-324 passes as a multiple of 2.
 */
export function numberBound(schema: JsonObject, wholeOnly: boolean): Bound {
  const least = Math.max(limit(schema.minimum, -Infinity), limit(schema.exclusiveMinimum, -Infinity))
  const most = Math.min(limit(schema.maximum), limit(schema.exclusiveMaximum))
  const whole = wholeBound(least, most)
  if (wholeOnly) return whole
  if (least > most) return IMPOSSIBLE
  return either(whole, bounded(LONGEST_FRACTION + (least < 0 ? 1 : 0)))
}

function wholeBound(least: number, most: number): Bound {
  const low = Math.max(Math.ceil(least), Number.MIN_SAFE_INTEGER)
  const high = Math.min(Math.floor(most), Number.MAX_SAFE_INTEGER)
  return low > high ? IMPOSSIBLE : bounded(Math.max(digits(low), digits(high)))
}

const digits = (whole: number): number => BigInt(whole).toString().length

/** Of an array: its brackets, the longest items that it can have, and commas between them. */
export function arrayBound(schema: JsonObject, draft07: boolean, boundOf: BoundOf): Bound {
  const { first = [], rest = true } = itemsOf(schema, draft07)
  const most = limit(schema.maxItems)
  const parts: Bound[] = []
  for (const [at, item] of first.slice(0, Math.min(most, first.length)).entries()) {
    const bound = below(`/${at}`, boundOf.value(item))
    if (bound.most === -Infinity) return enclosed(parts)
    parts.push(bound)
  }
  const more = most - first.length
  if (more <= 0) return enclosed(parts)
  const item = below('/*', boundOf.value(rest))
  if (item.most === -Infinity) return enclosed(parts)
  if (more === Infinity) return total([unbounded('any number of items', 'maxItems'), item])
  // With its comma; the one that is too many is taken off by `enclosed`.
  return enclosed([...parts, { most: item.most * more + (more - 1), unbounded: item.unbounded }])
}

/** Of an object: its braces, the longest entries that it can have, and commas between them. */
export function objectBound(schema: JsonObject, boundOf: BoundOf): Bound {
  const names = namesOf(schema.propertyNames)
  const properties = objectOf(schema.properties)
  const others = otherValues(schema, boundOf)
  const named = (names ?? Object.keys(properties)).flatMap((key) => {
    const value = Object.hasOwn(properties, key) ? boundOf.value(properties[key] ?? true) : others
    if (value.most === -Infinity) return []
    return [entry(bounded(quote(key).length), below(pointerStep(key), value))]
  })
  const isClosed = names !== undefined || others.most === -Infinity
  const other = isClosed ? IMPOSSIBLE : otherEntry(schema, others, boundOf)
  return longest(named, other, limit(schema.maxProperties))
}

const entry = (key: Bound, value: Bound): Bound => total([key, bounded(1), value])

/** The longest object of at most `limit` entries: of each of these at most one, of the other any number. */
function longest(named: readonly Bound[], other: Bound, limit: number): Bound {
  const taken = named
    .filter(({ most }) => most >= other.most)
    .sort((a, b) => b.most - a.most)
    .slice(0, Math.min(limit, named.length))
  const more = other.most === -Infinity ? 0 : limit - taken.length
  // With its commas; the one that is too many is taken off by `enclosed`.
  const rest = more > 0 ? [bounded(other.most * more + more - 1)] : []
  const { most } = enclosed([...taken.map((bound) => bounded(bound.most)), ...rest])
  if (most !== Infinity) return bounded(most)
  const endless =
    more === Infinity && other !== OPEN ? unbounded('any number of keys', 'maxProperties') : bounded(0)
  return { most, unbounded: total([endless, ...named, other]).unbounded }
}

/** What an object has that does not say what its further keys hold. */
const OPEN: Bound = unbounded('further keys with any values', 'additionalProperties')

/** Values of the keys that `properties` does not name. */
function otherValues(
  { additionalProperties: others = true, patternProperties }: JsonObject,
  boundOf: BoundOf,
) {
  if (others === true) return unbounded('values of any type', 'additionalProperties')
  return [...Object.values(objectOf(patternProperties)), others].map(boundOf.value).reduce(either, IMPOSSIBLE)
}

function otherEntry(
  { additionalProperties = true, patternProperties, propertyNames = true }: JsonObject,
  value: Bound,
  boundOf: BoundOf,
): Bound {
  if (additionalProperties === true) return OPEN
  // If each further key must match one of the patterns: the longest that does.
  const lengths = Object.keys(objectOf(patternProperties)).map((each) => readPattern(each)?.chars ?? Infinity)
  const matching = bounded(additionalProperties === false ? Math.max(...lengths) + 2 : Infinity)
  const key = both(propertyNames === true ? matching : boundOf.key(propertyNames), matching)
  if (key.most === -Infinity) return IMPOSSIBLE
  const bound = key.most === Infinity ? unbounded('keys of any length', 'propertyNames.maxLength') : key
  return below('/*', entry(bound, value))
}

function namesOf(propertyNames: JsonValue | undefined): readonly string[] | undefined {
  const { enum: listed, const: only } = objectOf(propertyNames)
  if (listed === undefined && only === undefined) return undefined
  return [...listOf(listed), only].filter((name) => typeof name === 'string')
}
