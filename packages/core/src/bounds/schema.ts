import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { resolvePointer } from '../json/pointer.ts'
import { hasPlainReferences, pointerOf } from '../schema/references.ts'
import { listOf } from '../schema/subschemas.ts'
import { arrayBound } from './array.ts'
import {
  ANYTHING,
  type Bound,
  type BoundOf,
  bounded,
  type Dialect,
  either,
  IMPOSSIBLE,
  total,
  unbounded,
} from './bound.ts'
import {
  ANY_KIND,
  allOf,
  anyOf,
  type Bounds,
  eachKind,
  KINDS,
  type Kind,
  NO_KIND,
  ofValues,
} from './kinds.ts'
import { numberBound } from './number.ts'
import { objectBound } from './object.ts'
import { type PatternText, readPattern } from './pattern.ts'

interface Context extends Dialect {
  readonly root: JsonObject
  /** False if references mean something else than places from the root on. */
  readonly plain: boolean
  /** Pointers that are being followed, to notice a schema that refers to itself. */
  readonly following: readonly string[]
}

/**
 * The longest text that a state can have which passes the schema: an upper bound, which is exact if no
 * keyword restricts more than the kind, the size and the parts of a value.
 *
 * Not made use of, so that the bound may be higher than need be: `not`, `if`, `contains`, `uniqueItems`,
 * `dependent…`, and patterns other than `readPattern` knows. The bound of `allOf` is the least of its parts.
 */
export function stateBound(root: JsonObject): Bound {
  const draft07 = typeof root.$schema === 'string' && root.$schema.includes('draft-07')
  const { object } = boundsOf(root, { root, draft07, plain: hasPlainReferences(root), following: [''] })
  if (object.most !== Infinity || object.unbounded.length > 0) return object
  return unbounded('further keys with any values', 'additionalProperties')
}

function boundsOf(schema: JsonValue, context: Context): Bounds {
  if (schema === false) return NO_KIND
  if (!isJsonObject(schema)) return ANY_KIND
  const each = (keyword: string): Bounds[] => listOf(schema[keyword]).map((part) => boundsOf(part, context))
  const either = (keyword: string): Bounds[] => (keyword in schema ? [anyOf(each(keyword))] : [])
  return allOf([
    ownBounds(schema, context),
    ...(Array.isArray(schema.enum) ? [ofValues(schema.enum)] : []),
    ...(schema.const === undefined ? [] : [ofValues([schema.const])]),
    ...(schema.$ref === undefined ? [] : [referredBounds(schema.$ref, context)]),
    ...each('allOf'),
    ...either('anyOf'),
    ...either('oneOf'),
  ])
}

function referredBounds(reference: JsonValue, context: Context): Bounds {
  const pointer = context.plain ? pointerOf(context.root, reference) : undefined
  const target = pointer === undefined ? undefined : resolvePointer(context.root, pointer)
  if (pointer === undefined || target === undefined) {
    return eachKind(() => unbounded('a reference that is not of the form "#/…"', '$ref'))
  }
  if (context.following.includes(pointer)) {
    return eachKind(() => unbounded('nesting without end, since the schema refers to itself', '$ref'))
  }
  return boundsOf(target, { ...context, following: [...context.following, pointer] })
}

/** Keywords that say something about a value of a kind even if `type` is missing. */
const SAYS: Readonly<Record<Kind, readonly string[]>> = {
  string: ['maxLength', 'pattern'],
  number: [],
  boolean: [],
  array: ['maxItems', 'items', 'prefixItems', 'additionalItems'],
  object: [
    'properties',
    'patternProperties',
    'additionalProperties',
    'unevaluatedProperties',
    'propertyNames',
    'maxProperties',
  ],
}

/** By the keywords that need no other schema of the same value. */
function ownBounds(schema: JsonObject, context: Context): Bounds {
  const types = schema.type === undefined ? undefined : [schema.type].flat()
  const boundOf: BoundOf = {
    value: (part) => valueBound(boundsOf(part, context)),
    key: (part) => boundsOf(part, context).string,
  }
  return eachKind((kind) => {
    const isTyped = types?.some((type) => type === kind || (kind === 'number' && type === 'integer'))
    if (isTyped === false) return IMPOSSIBLE
    if (kind === 'boolean') return bounded('false'.length)
    if (kind === 'number') return numberBound(schema, types !== undefined && !types.includes('number'))
    if (!isTyped && !SAYS[kind].some((keyword) => keyword in schema)) return ANYTHING
    if (kind === 'string') return textBound(schema)
    return kind === 'array' ? arrayBound(schema, context, boundOf) : objectBound(schema, context, boundOf)
  })
}

/** Of a value of any kind that the bounds allow; if it has no end, with at least one reason. */
function valueBound(bounds: Bounds): Bound {
  const all = KINDS.map((kind) => bounds[kind])
  const bound = all.reduce(either, IMPOSSIBLE)
  const isOpen = all.some(({ most, unbounded: places }) => most === Infinity && places.length === 0)
  return isOpen ? total([bound, unbounded('values of any type', 'type')]) : bound
}

/** Characters of one code point beyond U+FFFF in the state's text: two escapes. No other takes as many. */
const WIDEST = 12

/** Of a string, quotes included. JSON Schema counts code points; the text of the state is escaped ASCII. */
function textBound({ maxLength, pattern }: JsonObject): Bound {
  const shape: PatternText = (typeof pattern === 'string' ? readPattern(pattern) : undefined) ?? {
    chars: Infinity,
    widest: WIDEST,
  }
  const most = Math.min(
    shape.chars,
    times(typeof maxLength === 'number' ? maxLength : Infinity, shape.widest),
  )
  return most === Infinity ? unbounded('text of any length', 'maxLength') : bounded(most + 2)
}

const times = (count: number, width: number): number => (width === 0 ? 0 : count * width)
