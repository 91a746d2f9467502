import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { resolvePointer } from '../json/pointer.ts'

/** Keywords that change what a reference means to what is below them, or that look it up where the value is. */
const SCOPES = ['$id', '$anchor', '$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor']

/**
 * Whether the references of a schema mean places from its root on, so that `pointerOf` can be trusted. Says no
 * rather too often than too seldom: it does not tell a keyword from a property of that name.
 */
export function hasPlainReferences(root: JsonObject): boolean {
  return Object.values(root).every(isPlain) && SCOPES.every((key) => key === '$id' || !(key in root))
}

function isPlain(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (isJsonObject(value) && SCOPES.some((key) => key in value)) return false
  return Object.values(value).every(isPlain)
}

/** A reference without the `$id` of the document that it stands in: what begins with `#` stays within that. */
export function localPart({ $id }: JsonObject, reference: string): string {
  const id = typeof $id === 'string' ? $id.replace(/#$/, '') : ''
  const local = reference.startsWith(id) ? reference.slice(id.length) : reference
  return local === '' ? '#' : local
}

/** The JSON Pointer that a reference means in a document: `''` for the whole; undefined if it means none. */
export function pointerOf(root: JsonObject, reference: JsonValue | undefined): string | undefined {
  const local = typeof reference === 'string' ? localPart(root, reference) : ''
  if (!/^#(?:\/|$)/.test(local)) return undefined
  try {
    return decodeURIComponent(local.slice(1))
  } catch {
    return undefined
  }
}

/** The part of a schema that a reference means; undefined if it leads out of the schema, or to nothing. */
export function followReference(root: JsonObject, reference: JsonValue | undefined): JsonValue | undefined {
  const pointer = pointerOf(root, reference)
  return pointer === undefined ? undefined : resolvePointer(root, pointer)
}

/** Whether every reference of a document leads to a place in it. Says no too often, like `hasPlainReferences`. */
export function isSelfContained(root: JsonObject): boolean {
  return (
    hasPlainReferences(root) && referencesIn(root).every((each) => followReference(root, each) !== undefined)
  )
}

function referencesIn(value: JsonValue): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = isJsonObject(value) && typeof value.$ref === 'string' ? [value.$ref] : []
  return [...own, ...Object.values(value).flatMap(referencesIn)]
}
