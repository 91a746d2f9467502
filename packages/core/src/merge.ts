import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

type MutableObject = { [key: string]: JsonValue }

/**
 * Σ ⊕ ΔΣ: RFC 7396 for an object patch. Objects merge recursively, null deletes, anything else replaces.
 *
 * Pure: copies only the levels that the patch touches, shares the rest with `state` by reference, and shares
 * nothing with `patch`. Nulls inside a new object are dropped; an array replaces as a whole and keeps its
 * nulls. `__proto__` is an ordinary key. Works with its own stack, so no depth of nesting overflows the call
 * stack; `applyPatch` refuses patches deeper than `MAX_DEPTH` before they get here.
 */
export function merge(state: JsonObject, patch: JsonObject): JsonObject {
  const root: MutableObject = { ...state }
  const work: [MutableObject, JsonObject][] = [[root, patch]]
  for (let next = work.pop(); next; next = work.pop()) {
    const [target, source] = next
    for (const [key, value] of Object.entries(source)) {
      if (value === null) {
        delete target[key]
      } else if (isJsonObject(value)) {
        const existing = Object.hasOwn(target, key) ? target[key] : undefined
        const child: MutableObject = isJsonObject(existing) ? { ...existing } : {}
        set(target, key, child)
        work.push([child, value])
      } else {
        set(target, key, copy(value))
      }
    }
  }
  return root
}

/** A plain assignment would change the prototype where the key is `__proto__`. */
function set(target: MutableObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  } else {
    target[key] = value
  }
}

/** Deep copy, nulls included. */
function copy(value: JsonValue): JsonValue {
  const holder: JsonValue[] = [value]
  const work: (JsonValue[] | MutableObject)[] = [holder]
  for (let next = work.pop(); next; next = work.pop()) {
    const target = next
    for (const [key, item] of Object.entries(target)) {
      if (typeof item !== 'object' || item === null) continue
      const fresh: JsonValue[] | MutableObject = isJsonObject(item) ? { ...item } : [...item]
      if (Array.isArray(target)) target[Number(key)] = fresh
      else set(target, key, fresh)
      work.push(fresh)
    }
  }
  return holder[0] ?? null
}
