import { namesFrom, type Resolve } from './circles.ts'
import {
  type Bounds,
  bounded,
  objectOf,
  type Plain,
  type PlainNumber,
  type PlainObject,
  type PlainValues,
  scalarsOf,
  unionOf,
} from './plain.ts'

/** Accepts what both accept; undefined if that cannot be said. */
export function intersect(left: Plain, right: Plain, resolve: Resolve): Plain | undefined {
  const both = overlap(left, right, resolve)
  const description = left.description ?? right.description
  return both && description !== undefined ? { ...both, description } : both
}

function overlap(left: Plain, right: Plain, resolve: Resolve): Plain | undefined {
  if (right.kind === 'anything' || left.kind === 'nothing') return left
  if (left.kind === 'anything' || right.kind === 'nothing') return right
  if (left.kind === 'union')
    return overEach(left.branches, left.path, (each) => overlap(each, right, resolve))
  if (right.kind === 'union')
    return overEach(right.branches, left.path, (each) => overlap(left, each, resolve))
  if (left.kind === 'reference') {
    if (right.kind === 'reference' && right.name === left.name) return left
    const target = targetOf(left.name, resolve)
    return target && overlap(target, right, resolve)
  }
  if (right.kind === 'reference') {
    const target = targetOf(right.name, resolve)
    return target && overlap(left, target, resolve)
  }
  if (left.kind === 'values') return chosen(left, right)
  if (right.kind === 'values') return chosen(right, left)
  if (left.kind === 'object' && right.kind === 'object') return objects(left, right, resolve)
  return 'bounds' in left && 'bounds' in right ? boundedBoth(left, right, resolve) : same(left, right)
}

function overEach(
  branches: readonly Plain[],
  path: string,
  change: (branch: Plain) => Plain | undefined,
): Plain | undefined {
  const changed = allKnown(branches.map(change))
  return changed && unionOf(path, changed)
}

function allKnown(plains: readonly (Plain | undefined)[]): readonly Plain[] | undefined {
  const known = plains.filter((each) => each !== undefined)
  return known.length < plains.length ? undefined : known
}

/** What a name stands for, unless it leads back to itself or to one that is not known yet: that would not end. */
function targetOf(name: string, resolve: Resolve): Plain | undefined {
  const target = resolve(name)
  const isOpen = target && [...namesFrom(target, resolve)].some((each) => each === name || !resolve(each))
  return isOpen ? undefined : target
}

function chosen(left: PlainValues, right: Plain): Plain | undefined {
  if (right.kind === 'string' && right.patterns.length > 0) return undefined
  return scalarsOf({ ...left, values: left.values.filter((value) => holds(right, value)) })
}

function holds(plain: Plain, value: unknown): boolean {
  if (plain.kind === 'values') return plain.values.some((each) => each === value)
  if (plain.kind === 'boolean') return typeof value === 'boolean'
  if (plain.kind === 'string') {
    const { minLength = 0, maxLength = Infinity } = plain.bounds
    const length = typeof value === 'string' ? Array.from(value).length : -1
    return length >= minLength && length <= maxLength
  }
  if (plain.kind !== 'number' && plain.kind !== 'integer') return false
  if (typeof value !== 'number' || (plain.kind === 'integer' && !Number.isInteger(value))) return false
  const { minimum = -Infinity, maximum = Infinity, multipleOf = 0 } = plain.bounds
  const { exclusiveMinimum: above = -Infinity, exclusiveMaximum: under = Infinity } = plain.bounds
  const isInside = value >= minimum && value <= maximum && value > above && value < under
  return isInside && (multipleOf === 0 || Number.isInteger(value / multipleOf))
}

function same(left: Plain, right: Plain): Plain {
  return left.kind === right.kind ? left : { path: left.path, kind: 'nothing' }
}

type WithBounds = Extract<Plain, { readonly bounds: Bounds }>

function boundedBoth(left: WithBounds, right: WithBounds, resolve: Resolve): Plain | undefined {
  const bounds = tighter(left.bounds, right.bounds)
  if (left.kind === 'string' && right.kind === 'string') {
    return bounded({ ...left, bounds, patterns: [...new Set([...left.patterns, ...right.patterns])] })
  }
  if (left.kind === 'array' && right.kind === 'array') {
    const longer = left.prefix.length > right.prefix.length ? left.prefix : right.prefix
    const prefix = allKnown(
      longer.map((_, at) =>
        intersect(left.prefix[at] ?? left.items, right.prefix[at] ?? right.items, resolve),
      ),
    )
    const items = intersect(left.items, right.items, resolve)
    return prefix && items && bounded({ ...left, prefix, items, bounds })
  }
  if (!isNumber(left) || !isNumber(right)) return same(left, right)
  if ((left.bounds.multipleOf ?? bounds.multipleOf) !== (right.bounds.multipleOf ?? bounds.multipleOf))
    return undefined
  return bounded({ path: left.path, kind: left.kind === 'integer' ? left.kind : right.kind, bounds })
}

function isNumber(plain: Plain): plain is PlainNumber {
  return plain.kind === 'number' || plain.kind === 'integer'
}

/** The higher of two lower bounds, and the lower of two upper ones. */
function tighter(left: Bounds, right: Bounds): Bounds {
  const bounds: Record<string, number> = { ...left }
  for (const [keyword, bound] of Object.entries(right)) {
    const known = bounds[keyword] ?? bound
    bounds[keyword] = /^(min|exclusiveMin)/.test(keyword) ? Math.max(known, bound) : Math.min(known, bound)
  }
  return bounds
}

function objects(left: PlainObject, right: PlainObject, resolve: Resolve): Plain | undefined {
  if (left.pattern || right.pattern) return isFree(left) ? right : isFree(right) ? left : undefined
  const properties = new Map<string, Plain>()
  for (const key of new Set([...left.properties.keys(), ...right.properties.keys()])) {
    const value = intersect(valueAt(left, key), valueAt(right, key), resolve)
    if (!value) return undefined
    properties.set(key, value)
  }
  const others = intersect(left.others, right.others, resolve)
  return (
    others &&
    objectOf({ ...left, properties, required: new Set([...left.required, ...right.required]), others })
  )
}

function isFree({ properties, pattern, others }: PlainObject): boolean {
  return properties.size === 0 && pattern === undefined && others.kind === 'anything'
}

/** What the value under a key must be, patterns aside. */
function valueAt({ properties, others }: PlainObject, key: string): Plain {
  return properties.get(key) ?? others
}

/** Whether no value passes both. May miss that it is so. Objects differ by one key, so that the others need not be looked at. */
export function areApart(left: Plain, right: Plain, resolve: Resolve): boolean {
  if (left.kind !== 'object' || right.kind !== 'object')
    return intersect(left, right, resolve)?.kind === 'nothing'
  if (left.pattern || right.pattern) return false
  const keys = [...left.required, ...right.required]
  return keys.some((key) => areApart(valueAt(left, key), valueAt(right, key), resolve))
}
