import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { setOwn } from './_own.ts'

/**
 * The smallest merge patch from `a` to `b`: a ⊕ diff(a, b) = b, up to the order of keys, where `b` holds no null
 * as the value of a key. A merge patch cannot say such a null.
 */
export function diff(a: JsonObject, b: JsonObject): JsonObject {
  const patch: { [key: string]: JsonValue } = {}
  for (const key of Object.keys(a)) {
    if (!Object.hasOwn(b, key)) setOwn(patch, key, null)
  }
  for (const [key, value] of Object.entries(b)) {
    const was = Object.hasOwn(a, key) ? a[key] : undefined
    if (was === value) continue
    if (isJsonObject(was) && isJsonObject(value)) {
      const below = diff(was, value)
      if (Object.keys(below).length > 0) setOwn(patch, key, below)
    } else if (JSON.stringify(was) !== JSON.stringify(value)) {
      setOwn(patch, key, value)
    }
  }
  return patch
}
