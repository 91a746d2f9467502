import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

/** RFC 7396. Kept here because models depend on the contracts alone. */
export function merged(target: JsonValue | undefined, patch: JsonObject): JsonObject {
  const entries = new Map(isJsonObject(target) ? Object.entries(target) : [])
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) entries.delete(key)
    else entries.set(key, isJsonObject(value) ? merged(entries.get(key), value) : value)
  }
  return Object.fromEntries(entries)
}
