import { type JsonValue, known } from '@skill-state/protocol'

/** Where a plain schema comes from. */
interface Place {
  /** JSON Pointer into the schema as it was given. */
  readonly path: string
  /** For a model that is shown the schema. */
  readonly description?: string
}

export interface PlainString extends Place {
  readonly kind: 'string'
  /** In code points. */
  readonly minLength: number
  /** In code points; may be Infinity. */
  readonly maxLength: number
  /** Regular expressions, all of which match somewhere in the string. */
  readonly patterns: readonly string[]
}

export interface PlainNumber extends Place {
  readonly kind: 'number' | 'integer'
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
}

export interface PlainArray extends Place {
  readonly kind: 'array'
  /** The schemas of the first places, if there are so many items. */
  readonly prefix: readonly Plain[]
  /** The schema of all places after them. */
  readonly items: Plain
  readonly minItems: number
  /** May be Infinity. */
  readonly maxItems: number
}

export interface PlainObject extends Place {
  readonly kind: 'object'
  /** In the order of the schema. Has every required key. */
  readonly properties: ReadonlyMap<string, Plain>
  readonly required: ReadonlySet<string>
  /** The schemas of keys that match a regular expression, named keys left out. */
  readonly pattern?: KeyPattern
  /** The schema of every other key. */
  readonly others: Plain
}

export interface KeyPattern {
  /** JSON Pointer to the expression. */
  readonly path: string
  readonly source: string
  readonly value: Plain
}

/** A few strings, numbers or booleans: never both booleans, and never none. */
export interface PlainValues extends Place {
  readonly kind: 'values'
  readonly type: 'string' | 'number' | 'boolean'
  readonly values: readonly JsonValue[]
}

/**
 * What a schema accepts, with everything said in one way only: one kind of value on each level, objects and arrays
 * that say what else they may hold, and unions for everything else.
 */
export type Plain =
  | (Place & { readonly kind: 'anything' | 'nothing' | 'null' | 'boolean' })
  | (Place & { readonly kind: 'union'; readonly branches: readonly Plain[] })
  | (Place & { readonly kind: 'reference'; readonly name: string })
  | PlainValues
  | PlainString
  | PlainNumber
  | PlainArray
  | PlainObject

/** A whole schema. */
export interface PlainDocument {
  readonly root: Plain
  readonly definitions: ReadonlyMap<string, Plain>
}

/** Accepts what one of the branches accepts. */
export function unionOf(path: string, branches: readonly Plain[]): Plain {
  const flat = branches.flatMap((branch) => (branch.kind === 'union' ? branch.branches : [branch]))
  const left = flat.filter(({ kind }) => kind !== 'nothing')
  const [only] = left
  if (!only) return { path, kind: 'nothing' }
  if (left.length === 1) return only
  return left.some(({ kind }) => kind === 'anything')
    ? { path, kind: 'anything' }
    : { path, kind: 'union', branches: left }
}

/** The same, or nothing if no string is left. */
export function stringOf(plain: PlainString): Plain {
  return plain.minLength > plain.maxLength ? { path: plain.path, kind: 'nothing' } : plain
}

/** The same, or nothing if no number is left. The bounds of an integer become whole and inclusive. */
export function numberOf(plain: PlainNumber): Plain {
  const tight = plain.kind === 'integer' ? wholeBounds(plain) : plain
  const { minimum = -Infinity, maximum = Infinity } = tight
  const { exclusiveMinimum: above = -Infinity, exclusiveMaximum: below = Infinity } = tight
  const isEmpty = minimum > maximum || above >= below || above >= maximum || minimum >= below
  return isEmpty ? { path: plain.path, kind: 'nothing' } : tight
}

function wholeBounds(plain: PlainNumber): PlainNumber {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...others } = plain
  const least = Math.max(
    Math.ceil(minimum ?? -Infinity),
    exclusiveMinimum === undefined ? -Infinity : Math.floor(exclusiveMinimum) + 1,
  )
  const most = Math.min(
    Math.floor(maximum ?? Infinity),
    exclusiveMaximum === undefined ? Infinity : Math.ceil(exclusiveMaximum) - 1,
  )
  return { ...others, ...known({ minimum: finite(least), maximum: finite(most) }) }
}

/** A bound that says something. */
export function finite(bound: number): number | undefined {
  return Number.isFinite(bound) ? bound : undefined
}

/** The same, as short as what it holds allows. */
export function arrayOf(plain: PlainArray): Plain {
  const end = [...plain.prefix, plain.items].findIndex(({ kind }) => kind === 'nothing')
  const maxItems = end === -1 ? plain.maxItems : Math.min(plain.maxItems, end)
  if (plain.minItems > maxItems) return { path: plain.path, kind: 'nothing' }
  return { ...plain, prefix: plain.prefix.slice(0, maxItems), maxItems }
}

/** The same, without keys that can never be there. */
export function objectOf(plain: PlainObject): Plain {
  const { properties, required, others, path } = plain
  if ([...required].some((key) => properties.get(key)?.kind === 'nothing')) return { path, kind: 'nothing' }
  if (others.kind !== 'nothing') return plain
  return { ...plain, properties: new Map([...properties].filter(([, value]) => value.kind !== 'nothing')) }
}
