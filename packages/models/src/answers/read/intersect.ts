import {
  arrayOf,
  numberOf,
  objectOf,
  type Plain,
  type PlainArray,
  type PlainNumber,
  type PlainObject,
  type PlainString,
  type PlainValues,
  stringOf,
  unionOf,
} from './plain.ts'
import { scalarsOf } from './values.ts'

/** What a name stands for; undefined if that is not known yet. */
export type Resolve = (name: string) => Plain | undefined

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
    return throughName(left.name, (target) => overlap(target, right, resolve), resolve)
  }
  if (right.kind === 'reference') {
    return throughName(right.name, (target) => overlap(left, target, resolve), resolve)
  }
  if (left.kind === 'values') return chosen(left, right)
  if (right.kind === 'values') return chosen(right, left)
  return ofOneKind(left, right, resolve)
}

function overEach(
  branches: readonly Plain[],
  path: string,
  change: (branch: Plain) => Plain | undefined,
): Plain | undefined {
  const changed = branches.map(change)
  const known = changed.filter((each) => each !== undefined)
  return known.length < changed.length ? undefined : unionOf(path, known)
}

/** Follows a name, unless it leads back to itself or to one that is not known yet: that would not end. */
function throughName(
  name: string,
  use: (target: Plain) => Plain | undefined,
  resolve: Resolve,
): Plain | undefined {
  const target = resolve(name)
  return target && !isOpen(target, name, resolve, new Set()) ? use(target) : undefined
}

function isOpen(plain: Plain, start: string, resolve: Resolve, seen: Set<string>): boolean {
  if (plain.kind !== 'reference') return below(plain).some((each) => isOpen(each, start, resolve, seen))
  if (plain.name === start) return true
  if (seen.has(plain.name)) return false
  seen.add(plain.name)
  const target = resolve(plain.name)
  return !target || isOpen(target, start, resolve, seen)
}

/** The schemas inside a schema. */
export function below(plain: Plain): readonly Plain[] {
  if (plain.kind === 'union') return plain.branches
  if (plain.kind === 'array') return [...plain.prefix, plain.items]
  if (plain.kind !== 'object') return []
  const { properties, pattern, others } = plain
  return [...properties.values(), ...(pattern ? [pattern.value] : []), others]
}

function chosen(left: PlainValues, right: Plain): Plain | undefined {
  if (right.kind === 'string' && right.patterns.length > 0) return undefined
  return scalarsOf({ ...left, values: left.values.filter((value) => holds(right, value)) })
}

/** Whether a scalar passes a schema of scalars. */
function holds(plain: Plain, value: unknown): boolean {
  if (plain.kind === 'values') return plain.values.some((each) => each === value)
  if (plain.kind === 'boolean') return typeof value === 'boolean'
  if (plain.kind === 'string') {
    const length = typeof value === 'string' ? Array.from(value).length : -1
    return length >= plain.minLength && length <= plain.maxLength
  }
  if (plain.kind !== 'number' && plain.kind !== 'integer') return false
  if (typeof value !== 'number' || (plain.kind === 'integer' && !Number.isInteger(value))) return false
  const { minimum = -Infinity, maximum = Infinity, multipleOf = 0 } = plain
  const { exclusiveMinimum: above = -Infinity, exclusiveMaximum: under = Infinity } = plain
  const isInside = value >= minimum && value <= maximum && value > above && value < under
  return isInside && (multipleOf === 0 || Number.isInteger(value / multipleOf))
}

function ofOneKind(left: Plain, right: Plain, resolve: Resolve): Plain | undefined {
  if (left.kind === 'string' && right.kind === 'string') return strings(left, right)
  if (isNumber(left) && isNumber(right)) return numbers(left, right)
  if (left.kind === 'array' && right.kind === 'array') return arrays(left, right, resolve)
  if (left.kind === 'object' && right.kind === 'object') return objects(left, right, resolve)
  return left.kind === right.kind ? left : { path: left.path, kind: 'nothing' }
}

function isNumber(plain: Plain): plain is PlainNumber {
  return plain.kind === 'number' || plain.kind === 'integer'
}

function strings(left: PlainString, right: PlainString): Plain {
  return stringOf({
    ...left,
    minLength: Math.max(left.minLength, right.minLength),
    maxLength: Math.min(left.maxLength, right.maxLength),
    patterns: [...new Set([...left.patterns, ...right.patterns])],
  })
}

function numbers(left: PlainNumber, right: PlainNumber): Plain | undefined {
  const { multipleOf = right.multipleOf } = left
  if (right.multipleOf !== undefined && multipleOf !== right.multipleOf) return undefined
  const highest = (a = -Infinity, b = -Infinity): number | undefined => finite(Math.max(a, b))
  const lowest = (a = Infinity, b = Infinity): number | undefined => finite(Math.min(a, b))
  const bounds = {
    minimum: highest(left.minimum, right.minimum),
    maximum: lowest(left.maximum, right.maximum),
    exclusiveMinimum: highest(left.exclusiveMinimum, right.exclusiveMinimum),
    exclusiveMaximum: lowest(left.exclusiveMaximum, right.exclusiveMaximum),
    multipleOf,
  }
  const known = Object.entries(bounds).filter(([, bound]) => bound !== undefined)
  const kind = left.kind === 'integer' ? left.kind : right.kind
  return numberOf({ path: left.path, kind, ...Object.fromEntries(known) })
}

const finite = (bound: number): number | undefined => (Number.isFinite(bound) ? bound : undefined)

/** Whether a schema takes every object. */
function isFree({ properties, pattern, others }: PlainObject): boolean {
  return properties.size === 0 && pattern === undefined && others.kind === 'anything'
}

function arrays(left: PlainArray, right: PlainArray, resolve: Resolve): Plain | undefined {
  const places = Array.from({ length: Math.max(left.prefix.length, right.prefix.length) })
  const prefix = places.map((_, at) =>
    intersect(left.prefix[at] ?? left.items, right.prefix[at] ?? right.items, resolve),
  )
  const known = prefix.filter((each) => each !== undefined)
  const items = intersect(left.items, right.items, resolve)
  if (!items || known.length < prefix.length) return undefined
  return arrayOf({
    ...left,
    prefix: known,
    items,
    minItems: Math.max(left.minItems, right.minItems),
    maxItems: Math.min(left.maxItems, right.maxItems),
  })
}

function objects(left: PlainObject, right: PlainObject, resolve: Resolve): Plain | undefined {
  if (left.pattern || right.pattern) return isFree(left) ? right : isFree(right) ? left : undefined
  const properties = new Map<string, Plain>()
  for (const key of [...left.properties.keys(), ...right.properties.keys()]) {
    const [one, other] = [left.properties.get(key) ?? left.others, right.properties.get(key) ?? right.others]
    const value = properties.get(key) ?? intersect(one, other, resolve)
    if (!value) return undefined
    properties.set(key, value)
  }
  const others = intersect(left.others, right.others, resolve)
  if (!others) return undefined
  return objectOf({ ...left, properties, required: new Set([...left.required, ...right.required]), others })
}
