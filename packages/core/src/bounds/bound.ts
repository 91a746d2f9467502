import type { JsonValue } from '@skill-state/protocol'
import { compact } from '../json/python-json.ts'
import { kindOf } from '../schema/validator/json.ts'

/** A place of the state whose text can be of any length. */
export interface Unbounded {
  /** JSON Pointer into the state, with `*` for the keys of a map and the items of an array; empty for the whole. */
  readonly path: string
  /** What has no end there. */
  readonly reason: string
  /** The keyword of JSON Schema that would bound it. */
  readonly fix: string
}

export interface Bound {
  /** Characters; −Infinity if there is no such value. */
  readonly most: number
  /** Why `most` is Infinity. Empty if it is not, or if the schema says nothing at all. */
  readonly unbounded: readonly Unbounded[]
}

export function bounded(most: number): Bound {
  return { most, unbounded: [] }
}

export const IMPOSSIBLE: Bound = bounded(-Infinity)

/** What a schema that says nothing allows. */
export const ANYTHING: Bound = bounded(Infinity)

export function unbounded(reason: string, fix: string): Bound {
  return { most: Infinity, unbounded: [{ path: '', reason, fix }] }
}

/** Of a value that two schemas must both allow. */
export function both(a: Bound, b: Bound): Bound {
  if (a.most !== b.most) return a.most < b.most ? a : b
  return a.unbounded.length > 0 ? a : b
}

/** Of a value that one of two schemas must allow. */
export function either(a: Bound, b: Bound): Bound {
  if (a.most !== Infinity && b.most !== Infinity) return a.most > b.most ? a : b
  return { most: Infinity, unbounded: merged([...a.unbounded, ...b.unbounded]) }
}

/** One after the other, as entries of one value. */
export function total(bounds: readonly Bound[]): Bound {
  return {
    most: bounds.reduce((sum, { most }) => sum + most, 0),
    unbounded: merged(bounds.flatMap((bound) => bound.unbounded)),
  }
}

export function enclosed(parts: readonly Bound[]): Bound {
  return total([bounded(2 + Math.max(0, parts.length - 1)), ...parts])
}

/** The same bound for a value one step further down. */
export function below(step: string, { most, unbounded: places }: Bound): Bound {
  return { most, unbounded: places.map((place) => ({ ...place, path: step + place.path })) }
}

function merged(places: readonly Unbounded[]): readonly Unbounded[] {
  return [...new Map(places.map((place) => [`${place.path}\n${place.fix}\n${place.reason}`, place])).values()]
}

/** The kinds of values that a state can hold: null it cannot. */
export const KINDS = ['string', 'number', 'boolean', 'array', 'object'] as const
export type Kind = (typeof KINDS)[number]

/** Bounds by kind, since most keywords speak of one kind only. */
export type Bounds = Readonly<Record<Kind, Bound>>

export function eachKind(bound: (kind: Kind) => Bound): Bounds {
  return Object.fromEntries(KINDS.map((kind) => [kind, bound(kind)])) as Bounds
}

export const ANY_KIND: Bounds = eachKind(() => ANYTHING)
export const NO_KIND: Bounds = eachKind(() => IMPOSSIBLE)

export function allOf(schemas: readonly Bounds[]): Bounds {
  return schemas.reduce((a, b) => eachKind((kind) => both(a[kind], b[kind])), ANY_KIND)
}

export function anyOf(schemas: readonly Bounds[]): Bounds {
  return schemas.reduce((a, b) => eachKind((kind) => either(a[kind], b[kind])), NO_KIND)
}

/** Of exactly these values. */
export function ofValues(values: readonly JsonValue[]): Bounds {
  return eachKind((kind) => {
    const lengths = values.filter((value) => kindOf(value) === kind).map((value) => compact(value).length)
    return bounded(Math.max(...lengths))
  })
}
