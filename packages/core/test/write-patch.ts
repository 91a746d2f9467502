import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

import { pointerStep } from '../src/json/pointer.ts'
import { mapEntries } from '../src/schema/subschemas.ts'

const KEEP = { keep: true }

/** A merge patch for a state as the encoding `operations` writes it, in leaves as small as can be. */
export function writeOperations(patch: JsonObject, state: JsonObject, path: string = ''): JsonValue[] {
  return Object.entries(patch).flatMap(([key, value]): JsonValue[] => {
    const at = path + pointerStep(key)
    const was = Object.hasOwn(state, key) ? state[key] : undefined
    if (value === null) return [{ op: 'delete', path: at, value: null }]
    const isNew = isJsonObject(value) && !isJsonObject(was)
    const first = isNew && was !== undefined ? [{ op: 'delete', path: at, value: null }] : []
    if (!isJsonObject(value) || (isNew && Object.keys(value).length === 0)) {
      return [...first, { op: 'set', path: at, value }]
    }
    return [...first, ...writeOperations(value, isJsonObject(was) ? was : {}, at)]
  })
}

/** The way to a state as the encoding `keep` writes it, for a closed schema. */
export function writeKeep(
  schema: JsonObject,
  patch: JsonObject,
  isNew: boolean,
  state: JsonObject,
): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  return mapEntries(properties, (below, key) => {
    if (!Object.hasOwn(patch, key)) return isNew && !isRequired(schema, key) ? null : KEEP
    const value = patch[key] ?? null
    const was = Object.hasOwn(state, key) ? state[key] : undefined
    if (!isJsonObject(value) || !isJsonObject(below)) return value
    return writeKeep(below, value, !isJsonObject(was), isJsonObject(was) ? was : {})
  })
}

function isRequired({ required }: JsonObject, key: string): boolean {
  return Array.isArray(required) && required.includes(key)
}
