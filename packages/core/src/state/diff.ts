import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { MAX_DEPTH } from '../json/limits.ts'
import { setOwn } from './own.ts'
import { tooDeep } from './state.ts'

/**
 * The smallest merge patch from `a` to `b`: a ⊕ diff(a, b) = b, up to the order of keys, where `b` holds no null
 * as the value of a key. A merge patch cannot say such a null. Throws `invalid-patch` for more than `MAX_DEPTH`
 * levels.
 *
 * @example
 * ```ts
 * import { diff } from '@skill-state/core'
 *
 * console.log(diff({ eggs: 6, milk: 1 }, { milk: 2 })) // { eggs: null, milk: 2 }
 * ```
 */
export function diff(a: JsonObject, b: JsonObject): JsonObject {
  return diffLevel(a, b, MAX_DEPTH)
}

function diffLevel(a: JsonObject, b: JsonObject, levels: number): JsonObject {
  if (levels === 0) throw tooDeep()
  const patch: { [key: string]: JsonValue } = {}
  for (const key of Object.keys(a)) {
    if (!Object.hasOwn(b, key)) setOwn(patch, key, null)
  }
  for (const [key, value] of Object.entries(b)) {
    const was = Object.hasOwn(a, key) ? a[key] : undefined
    if (was === value) continue
    if (isJsonObject(was) && isJsonObject(value)) {
      const below = diffLevel(was, value, levels - 1)
      if (Object.keys(below).length > 0) setOwn(patch, key, below)
    } else if (!isSame(was, value, levels - 1)) {
      setOwn(patch, key, value)
    }
  }
  return patch
}

/** Whether two values are the same JSON, where the order of keys does not count. */
export function isSame(
  a: JsonValue | undefined,
  b: JsonValue | undefined,
  levels: number = MAX_DEPTH,
): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (levels === 0) throw tooDeep()
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const entries = Object.entries(a as JsonObject)
  return (
    entries.length === Object.keys(b).length &&
    entries.every(([key, item]) => Object.hasOwn(b, key) && isSame(item, (b as JsonObject)[key], levels - 1))
  )
}
