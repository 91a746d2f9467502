import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { pointerStep } from '../json/pointer.ts'
import { quote } from '../json/python-json.ts'
import { objectOf } from '../schema/subschemas.ts'
import { enclosed } from './array.ts'
import {
  type Bound,
  type BoundOf,
  below,
  both,
  bounded,
  type Dialect,
  either,
  IMPOSSIBLE,
  total,
  unbounded,
} from './bound.ts'
import { readPattern } from './pattern.ts'

/** Of an object: its braces, the longest entries that it can have, and commas between them. */
export function objectBound(schema: JsonObject, dialect: Dialect, boundOf: BoundOf): Bound {
  const limit = typeof schema.maxProperties === 'number' ? schema.maxProperties : Infinity
  const names = namesOf(schema.propertyNames)
  const properties = objectOf(schema.properties)
  const others = otherValues(schema, dialect, boundOf)
  const named = (names ?? Object.keys(properties)).flatMap((key) => {
    const value = Object.hasOwn(properties, key) ? boundOf.value(properties[key] ?? true) : others
    if (value.most === -Infinity) return []
    return [entry(bounded(quote(key).length), below(pointerStep(key), value))]
  })
  if (names !== undefined || others.most === -Infinity) return longest(named, IMPOSSIBLE, limit)
  return longest(named, otherEntry(schema, others, dialect, boundOf), limit)
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

function isOpen(schema: JsonObject, dialect: Dialect): boolean {
  const others = schema.additionalProperties
  return others === true || (others === undefined && !isClosedBelow(schema, dialect))
}

/** Keywords under which `unevaluatedProperties` takes keys as known that are declared elsewhere. */
const ELSEWHERE = [
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
]

function isClosedBelow(schema: JsonObject, { draft07 }: Dialect): boolean {
  return !draft07 && schema.unevaluatedProperties === false && !ELSEWHERE.some((keyword) => keyword in schema)
}

/** Values of the keys that `properties` does not name. */
function otherValues(schema: JsonObject, dialect: Dialect, boundOf: BoundOf): Bound {
  if (isOpen(schema, dialect)) return unbounded('values of any type', 'additionalProperties')
  const patterns = Object.values(objectOf(schema.patternProperties))
  return [...patterns, schema.additionalProperties ?? false].map(boundOf.value).reduce(either, IMPOSSIBLE)
}

function otherEntry(schema: JsonObject, value: Bound, dialect: Dialect, boundOf: BoundOf): Bound {
  if (isOpen(schema, dialect)) return OPEN
  const names = schema.propertyNames === undefined ? unbounded('', '') : boundOf.key(schema.propertyNames)
  const key = both(names, patternKeys(schema))
  if (key.most === -Infinity) return IMPOSSIBLE
  const bound = key.most === Infinity ? unbounded('keys of any length', 'propertyNames.maxLength') : key
  return below('/*', entry(bound, value))
}

/** Where each further key must match one of the patterns: the longest that does. */
function patternKeys({ patternProperties, additionalProperties = false }: JsonObject): Bound {
  if (additionalProperties !== false) return unbounded('', '')
  const lengths = Object.keys(objectOf(patternProperties)).map(
    (pattern) => readPattern(pattern)?.chars ?? Infinity,
  )
  return bounded(Math.max(...lengths) + 2)
}

/** The keys, if they are listed. */
function namesOf(propertyNames: JsonValue | undefined): readonly string[] | undefined {
  const { enum: listed, const: only } = objectOf(propertyNames)
  const names = Array.isArray(listed) ? (listed as JsonValue[]) : only === undefined ? undefined : [only]
  return names?.filter((name) => typeof name === 'string')
}
