import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

/** Whether two patches, each merged recursively (RFC 7396) into the state, give different states. */
export function outcomesDiffer(state: JsonObject, patch: JsonObject, other: JsonObject): boolean {
  return !same(merged(state, patch), merged(state, other))
}

/** RFC 7396. Kept here because models depend on the contracts alone. */
function merged(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch
  const entries = new Map(isJsonObject(target) ? Object.entries(target) : [])
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) entries.delete(key)
    else entries.set(key, merged(entries.get(key), value))
  }
  return Object.fromEntries(entries)
}

/** Equal as JSON: the order of keys does not count. */
export function same(left: JsonValue, right: JsonValue): boolean {
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((value: JsonValue, at) => same(value, right[at] as JsonValue))
    )
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return left === right
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && same(left[key] as JsonValue, right[key] as JsonValue))
  )
}
