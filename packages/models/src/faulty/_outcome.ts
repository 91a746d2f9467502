import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

/** Whether two patches, each merged recursively (RFC 7396) into the state, give different states. */
export function outcomesDiffer(state: JsonObject, patch: JsonObject, other: JsonObject): boolean {
  return !isDeepStrictEqual(merged(state, patch), merged(state, other))
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
