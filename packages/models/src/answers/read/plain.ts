import type { JsonObject, JsonValue } from '@skill-state/protocol'

interface Place {
  /** JSON Pointer into the schema as it was given. */
  readonly path: string
  /** For a model that is shown the schema. */
  readonly description?: string
}

/** Keywords that bound the values of a type by a number, in the order in which they are written. */
export const BOUNDS = {
  string: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['minItems', 'maxItems'],
} as const

/** Lengths are in code points. A bound that says nothing is left out. */
export type Bounds = { readonly [Keyword in (typeof BOUNDS)[keyof typeof BOUNDS][number]]?: number }

interface Bounded extends Place {
  readonly bounds: Bounds
}

export interface PlainString extends Bounded {
  readonly kind: 'string'
  /** Regular expressions, all of which match somewhere in the string. */
  readonly patterns: readonly string[]
}

export interface PlainNumber extends Bounded {
  readonly kind: 'number' | 'integer'
}

export interface PlainArray extends Bounded {
  readonly kind: 'array'
  readonly prefix: readonly Plain[]
  /** The schema of all places after them. */
  readonly items: Plain
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

interface KeyPattern {
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

/** What a schema accepts, with everything said in one way only: one kind of value on each level, and unions for everything else. */
export type Plain =
  | (Place & { readonly kind: 'anything' | 'nothing' | 'null' | 'boolean' })
  | (Place & { readonly kind: 'union'; readonly branches: readonly Plain[] })
  | (Place & { readonly kind: 'reference'; readonly name: string })
  | PlainValues
  | PlainString
  | PlainNumber
  | PlainArray
  | PlainObject

export interface PlainDocument {
  readonly root: Plain
  readonly definitions: ReadonlyMap<string, Plain>
}

/** What the readers of parts ask of the reader of the whole. */
export interface SchemaReader {
  read(schema: JsonValue, path: string): Plain
  /** Notes why a place cannot be read, and stands in for it. */
  refuse(path: string, reason: string): Plain
  /** Accepts what all of the parts accept. */
  both(path: string, parts: readonly Plain[]): Plain
}

export function below(plain: Plain): readonly Plain[] {
  if (plain.kind === 'union') return plain.branches
  if (plain.kind === 'array') return [...plain.prefix, plain.items]
  if (plain.kind !== 'object') return []
  const { properties, pattern, others } = plain
  return [...properties.values(), ...(pattern ? [pattern.value] : []), others]
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

export function boundsOf(type: keyof typeof BOUNDS, schema: JsonObject): Bounds {
  const isSaid = (keyword: string, bound: unknown): boolean =>
    typeof bound === 'number' && (bound > 0 || !/^min(Length|Items)$/.test(keyword))
  const given = BOUNDS[type].map((keyword) => [keyword, schema[keyword]] as const)
  return Object.fromEntries(given.filter(([keyword, bound]) => isSaid(keyword, bound)))
}

/** The same with tight bounds, whole and inclusive for integers, or nothing if they leave no value. An array ends before an impossible place. */
export function bounded(plain: PlainString | PlainNumber | PlainArray): Plain {
  const tight = plain.kind === 'array' ? reachable(plain) : plain.kind === 'integer' ? whole(plain) : plain
  return isEmpty(tight.bounds) ? { path: plain.path, kind: 'nothing' } : tight
}

function isEmpty(bounds: Bounds): boolean {
  const { minLength = 0, maxLength = Infinity, minItems = 0, maxItems = Infinity } = bounds
  const { minimum = -Infinity, maximum = Infinity } = bounds
  const { exclusiveMinimum: above = -Infinity, exclusiveMaximum: under = Infinity } = bounds
  const isCounted = minLength > maxLength || minItems > maxItems
  return isCounted || minimum > maximum || above >= under || above >= maximum || minimum >= under
}

function whole({ bounds, ...plain }: PlainNumber): PlainNumber {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum, ...others } = bounds
  const { exclusiveMinimum: above = -Infinity, exclusiveMaximum: under = Infinity } = bounds
  const least = Math.max(Math.ceil(minimum), Math.floor(above) + 1)
  const most = Math.min(Math.floor(maximum), Math.ceil(under) - 1)
  const known = Object.entries({ minimum: least, maximum: most }).filter(([, bound]) =>
    Number.isFinite(bound),
  )
  return { ...plain, bounds: { ...others, ...Object.fromEntries(known) } }
}

function reachable(plain: PlainArray): PlainArray {
  const { prefix, items, bounds } = plain
  const end = [...prefix, items].findIndex(({ kind }) => kind === 'nothing')
  if (end === -1) return { ...plain, prefix: prefix.slice(0, bounds.maxItems) }
  const maxItems = Math.min(bounds.maxItems ?? Infinity, end)
  return { ...plain, prefix: prefix.slice(0, maxItems), bounds: { ...bounds, maxItems } }
}

/** The same, without keys that can never be there. */
export function objectOf(plain: PlainObject): Plain {
  const { properties, required, others, path } = plain
  if ([...required].some((key) => properties.get(key)?.kind === 'nothing')) return { path, kind: 'nothing' }
  if (others.kind !== 'nothing') return plain
  return { ...plain, properties: new Map([...properties].filter(([, value]) => value.kind !== 'nothing')) }
}

/** Accepts exactly these values. */
export function valuesOf(path: string, values: readonly JsonValue[]): Plain {
  const scalars = (['string', 'number', 'boolean'] as const).map((type) => {
    const own = [...new Set(values.filter((each) => typeof each === type))]
    return scalarsOf({ path, kind: 'values', type, values: own })
  })
  const others = values.filter((each) => typeof each === 'object' && each !== null)
  return unionOf(path, [
    ...scalars,
    { path, kind: values.includes(null) ? 'null' : 'nothing' },
    ...others.map((each) => containerOf(path, each)),
  ])
}

/** The same, or what it comes to. */
export function scalarsOf(plain: PlainValues): Plain {
  const { path, values, type } = plain
  if (values.length === 0) return { path, kind: 'nothing' }
  return type === 'boolean' && values.length === 2 ? { path, kind: 'boolean' } : plain
}

function containerOf(path: string, value: JsonValue): Plain {
  const nothing = { path, kind: 'nothing' } as const
  if (Array.isArray(value)) {
    const prefix = value.map((each: JsonValue) => valuesOf(path, [each]))
    const bounds = boundsOf('array', { minItems: value.length, maxItems: value.length })
    return { path, kind: 'array', prefix, items: nothing, bounds }
  }
  const properties = new Map(
    Object.entries(value as JsonObject).map(([key, each]) => [key, valuesOf(path, [each])]),
  )
  return objectOf({ path, kind: 'object', properties, required: new Set(properties.keys()), others: nothing })
}
