import { diff } from '@skill-state/core'
import { isJsonObject, type JsonValue } from '@skill-state/protocol'

/** The keys of a JSON Pointer (RFC 6901). */
export function parsePointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value at a path of keys; undefined if there is none. Arrays change as a whole, so no path leads into one. */
export function valueAt(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let found = value
  for (const key of path) found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  return found
}

/** Whether two values are the same JSON; the order of keys does not count. */
export function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return a === b || Object.keys(diff({ value: a }, { value: b })).length === 0
}
