import type { JsonValue } from '@skill-state/protocol'
import { compact } from '../json/python-json.ts'
import { ANYTHING, type Bound, both, bounded, either, IMPOSSIBLE } from './bound.ts'

/** The kinds of values that a state can hold: null it cannot. */
export const KINDS = ['string', 'number', 'boolean', 'array', 'object'] as const
export type Kind = (typeof KINDS)[number]

/** Bounds by kind, since most keywords speak of one kind only. */
export type Bounds = Readonly<Record<Kind, Bound>>

export const ANY_KIND: Bounds = eachKind(() => ANYTHING)
export const NO_KIND: Bounds = eachKind(() => IMPOSSIBLE)

export function eachKind(bound: (kind: Kind) => Bound): Bounds {
  return {
    string: bound('string'),
    number: bound('number'),
    boolean: bound('boolean'),
    array: bound('array'),
    object: bound('object'),
  }
}

export function allOf(schemas: readonly Bounds[]): Bounds {
  return schemas.reduce((a, b) => eachKind((kind) => both(a[kind], b[kind])), ANY_KIND)
}

export function anyOf(schemas: readonly Bounds[]): Bounds {
  return schemas.reduce((a, b) => eachKind((kind) => either(a[kind], b[kind])), NO_KIND)
}

/** Of exactly these values. */
export function ofValues(values: readonly JsonValue[]): Bounds {
  const lengths = values.map((value) => [kindOf(value), compact(value).length] as const)
  return eachKind((wanted) => {
    const most = Math.max(...lengths.filter(([kind]) => kind === wanted).map(([, length]) => length))
    return bounded(most)
  })
}

function kindOf(value: JsonValue): Kind | 'null' {
  if (value === null) return 'null'
  if (typeof value === 'object') return Array.isArray(value) ? 'array' : 'object'
  return typeof value as 'string' | 'number' | 'boolean'
}
