import type { JsonValue } from '@skill-state/protocol'

/** A place of the state whose text can be of any length. */
export interface Unbounded {
  /** JSON Pointer into the state, with `*` for the keys of a map and the items of an array; empty for the whole. */
  readonly path: string
  /** What has no end there. */
  readonly reason: string
  /** The keyword of JSON Schema that would bound it. */
  readonly fix: string
}

/** How long the text of a value can be. */
export interface Bound {
  /** Characters; −Infinity if there is no such value. */
  readonly most: number
  /** Why `most` is Infinity. Empty if it is not, or if the schema says nothing at all. */
  readonly unbounded: readonly Unbounded[]
}

export const IMPOSSIBLE: Bound = { most: -Infinity, unbounded: [] }

/** What a schema that says nothing allows. */
export const ANYTHING: Bound = { most: Infinity, unbounded: [] }

export function bounded(most: number): Bound {
  return { most, unbounded: [] }
}

export function unbounded(reason: string, fix: string, path = ''): Bound {
  return { most: Infinity, unbounded: [{ path, reason, fix }] }
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

/** The same bound for a value one step further down. */
export function below(step: string, { most, unbounded: places }: Bound): Bound {
  return { most, unbounded: places.map((place) => ({ ...place, path: step + place.path })) }
}

function merged(places: readonly Unbounded[]): readonly Unbounded[] {
  return [...new Map(places.map((place) => [`${place.path}\n${place.fix}\n${place.reason}`, place])).values()]
}

export interface Dialect {
  /** Draft-07 has no `prefixItems` and no `unevaluatedProperties`. */
  readonly draft07: boolean
}

/** Bounds of the parts of a schema. */
export interface BoundOf {
  /** Of a value of any kind. */
  readonly value: (schema: JsonValue) => Bound
  /** Of a key, quotes included. */
  readonly key: (schema: JsonValue) => Bound
}
