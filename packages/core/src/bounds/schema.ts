import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { resolvePointer } from '../json/pointer.ts'
import { hasPlainReferences, pointerOf } from '../schema/references.ts'
import { listOf } from '../schema/subschemas.ts'
import {
  ANY_KIND,
  ANYTHING,
  allOf,
  anyOf,
  type Bound,
  type Bounds,
  bounded,
  eachKind,
  either,
  IMPOSSIBLE,
  KINDS,
  NO_KIND,
  ofValues,
  total,
  unbounded,
} from './bound.ts'
import { arrayBound, type BoundOf, numberBound, objectBound, textBound } from './values.ts'

interface Context {
  readonly root: JsonObject
  readonly draft07: boolean
  /** False if references mean something else than places from the root on. */
  readonly plain: boolean
  /** Pointers that are being followed, to notice a schema that refers to itself. */
  readonly following: readonly string[]
}

/**
 * The longest text that a state can have which passes the schema: an upper bound, which is exact if no
 * keyword restricts more than the kind, the size and the parts of a value.
 *
 * Not made use of, so that the bound may be higher than need be: `not`, `if`, `contains`, `uniqueItems`, `unevaluated…`,
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

const OF_FURTHER_KEYS = ['additionalProperties', 'propertyNames', 'maxProperties']

/** By the keywords that need no other schema of the same value. */
function ownBounds(schema: JsonObject, context: Context): Bounds {
  const types = schema.type === undefined ? undefined : [schema.type].flat()
  const says = (...keywords: string[]): boolean => keywords.some((keyword) => keyword in schema)
  const boundOf: BoundOf = {
    value: (part) => valueBound(boundsOf(part, context)),
    key: (part) => boundsOf(part, context).string,
  }
  return eachKind((kind) => {
    const isTyped = types?.some((type) => type === kind || (kind === 'number' && type === 'integer'))
    if (isTyped === false) return IMPOSSIBLE
    switch (kind) {
      case 'boolean':
        return bounded('false'.length)
      case 'number':
        return numberBound(schema, types !== undefined && !types.includes('number'))
      case 'string':
        return isTyped || says('maxLength', 'pattern') ? textBound(schema) : ANYTHING
      case 'array':
        return isTyped || says('maxItems', 'items', 'prefixItems', 'additionalItems')
          ? arrayBound(schema, context.draft07, boundOf)
          : ANYTHING
      case 'object':
        return isTyped || says('properties', 'patternProperties', ...OF_FURTHER_KEYS)
          ? objectBound(schema, boundOf)
          : ANYTHING
    }
  })
}

/** Of a value of any kind that the bounds allow; if it has no end, with at least one reason. */
function valueBound(bounds: Bounds): Bound {
  const all = KINDS.map((kind) => bounds[kind])
  const bound = all.reduce(either, IMPOSSIBLE)
  const isOpen = all.some(({ most, unbounded: places }) => most === Infinity && places.length === 0)
  return isOpen ? total([bound, unbounded('values of any type', 'type')]) : bound
}
