import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { merged } from '../values/merged.ts'

/** Where a value is: the keys from the root down to its object, and its key in there. */
export interface Place {
  readonly parent: readonly string[]
  readonly key: string
}

export interface Entry<T extends JsonValue = JsonValue> extends Place {
  readonly value: T
}

/** For each object, the root included: its own values that are no object, arrays and nulls included. */
export function levels(root: JsonObject, parent: readonly string[] = []): readonly (readonly Entry[])[] {
  const entries = Object.entries(root).map(([key, value]) => ({ parent, key, value }))
  const level = entries.filter(({ value }) => !isJsonObject(value))
  const below = entries.flatMap(({ key, value }) =>
    isJsonObject(value) ? levels(value, [...parent, key]) : [],
  )
  return [level, ...below]
}

export function leaves(root: JsonObject): readonly Entry[] {
  return levels(root).flat()
}

export function containers(root: JsonObject, parent: readonly string[] = []): readonly Entry<JsonObject>[] {
  return Object.entries(root).flatMap(([key, value]): readonly Entry<JsonObject>[] =>
    isJsonObject(value) ? [{ parent, key, value }, ...containers(value, [...parent, key])] : [],
  )
}

export function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** The object at a path, the root for the empty path; an empty one if there is none. */
export function objectAt(root: JsonObject, path: readonly string[]): JsonObject {
  return path.reduce((object, key) => asObject(own(object, key)), root)
}

/** Whether a merge of the patch would leave the value as it is. */
export function leavesAlone(patch: JsonObject, { parent, key }: Place): boolean {
  let at: JsonValue = patch
  for (const step of [...parent, key]) {
    if (!isJsonObject(at)) return false
    const next = own(at, step)
    if (next === undefined) return true
    at = next
  }
  return false
}

/** A copy with the value at the place. Objects on the way are made if there are none. */
export function withValue(root: JsonObject, { parent, key }: Place, value: JsonValue): JsonObject {
  const [first, ...rest] = parent
  if (first === undefined) return { ...root, [key]: value }
  return { ...root, [first]: withValue(asObject(own(root, first)), { parent: rest, key }, value) }
}

/** A copy without what is at the place. Objects that this empties stay. */
export function withoutKey(root: JsonObject, place: Place): JsonObject {
  const { [place.key]: _dropped, ...others } = objectAt(root, place.parent)
  const last = place.parent.at(-1)
  if (last === undefined) return others
  return withValue(root, { parent: place.parent.slice(0, -1), key: last }, others)
}

const asObject = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {})

/** Whether two patches, each merged recursively (RFC 7396) into the state, give different states. */
export function outcomesDiffer(state: JsonObject, patch: JsonObject, other: JsonObject): boolean {
  return !isDeepStrictEqual(merged(state, patch), merged(state, other))
}
