import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

/** Keywords that change what a reference means, or that look it up where the value is. */
const SCOPED = ['$id', '$anchor', '$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor']

/**
 * The JSON Pointer that a reference means in a document: `''` for the whole; undefined where it leads out of
 * the document or is no pointer.
 */
export function pointerOf(root: JsonObject, reference: string): string | undefined {
  const { $id } = root
  const local = typeof $id === 'string' && reference.startsWith($id) ? reference.slice($id.length) : reference
  if (local === '') return ''
  if (!/^#(\/|$)/.test(local)) return undefined
  try {
    return decodeURIComponent(local.slice(1))
  } catch {
    return undefined
  }
}

/** What a document holds at a JSON Pointer. */
export function resolvePointer(root: JsonObject, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as JsonObject)[key]
  }
  return value
}

/**
 * Whether every reference of a document is a pointer into it. Says no rather too often than too seldom: it does
 * not tell a keyword from a property of that name.
 */
export function isSelfContained(root: JsonObject): boolean {
  return isContained(root, root)
}

function isContained(root: JsonObject, value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (isJsonObject(value)) {
    if (SCOPED.some((key) => key in value && !(value === root && key === '$id'))) return false
    if (typeof value.$ref === 'string' && !resolves(root, value.$ref)) return false
  }
  return Object.values(value).every((child: JsonValue) => isContained(root, child))
}

function resolves(root: JsonObject, reference: string): boolean {
  const pointer = pointerOf(root, reference)
  return pointer !== undefined && resolvePointer(root, pointer) !== undefined
}
