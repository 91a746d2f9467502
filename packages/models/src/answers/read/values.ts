import { isJsonObject, type JsonValue } from '@skill-state/protocol'
import { objectOf, type Plain, type PlainValues, unionOf } from './plain.ts'

/** Accepts exactly these values. */
export function valuesOf(path: string, values: readonly JsonValue[]): Plain {
  const scalars = (['string', 'number', 'boolean'] as const).map((type) =>
    scalarsOf({
      path,
      kind: 'values',
      type,
      values: distinct(values.filter((each) => typeof each === type)),
    }),
  )
  const isNull = values.includes(null)
  const containers = values.filter((each) => typeof each === 'object' && each !== null)
  return unionOf(path, [
    ...scalars,
    ...(isNull ? [{ path, kind: 'null' } as const] : []),
    ...containers.map((each) => containerOf(path, each)),
  ])
}

/** The same, or what it comes to. */
export function scalarsOf(plain: PlainValues): Plain {
  const { path, values, type } = plain
  if (values.length === 0) return { path, kind: 'nothing' }
  return type === 'boolean' && values.length === 2 ? { path, kind: 'boolean' } : plain
}

const distinct = (values: readonly JsonValue[]): readonly JsonValue[] => [...new Set(values)]

function containerOf(path: string, value: JsonValue): Plain {
  if (isJsonObject(value)) {
    const properties = new Map(Object.entries(value).map(([key, each]) => [key, valuesOf(path, [each])]))
    const required = new Set(properties.keys())
    return objectOf({ path, kind: 'object', properties, required, others: { path, kind: 'nothing' } })
  }
  const places = Array.isArray(value) ? (value as readonly JsonValue[]) : []
  const prefix = places.map((each) => valuesOf(path, [each]))
  const length = prefix.length
  return { path, kind: 'array', prefix, items: { path, kind: 'nothing' }, minItems: length, maxItems: length }
}
