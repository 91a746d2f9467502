import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

/** The part of a schema that `#/…` refers to; undefined where it refers to anything else or to nothing. */
export function followReference(root: JsonObject, reference: JsonValue): JsonValue | undefined {
  if (typeof reference !== 'string' || !/^#(\/|$)/.test(reference)) return undefined
  let value: JsonValue | undefined = root
  for (const step of decoded(reference.slice(1)).split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as JsonObject)[key]
  }
  return value
}

/** A malformed escape stands for itself: it names nothing that a schema has. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** Keywords that change what a reference means to what is below them. */
const SCOPES = ['$id', '$anchor', '$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor']

/** Whether all references of a schema mean places from its root on, so that `followReference` can be trusted. */
export function hasPlainReferences(schema: JsonValue, isRoot = true): boolean {
  if (typeof schema !== 'object' || schema === null) return true
  if (isJsonObject(schema) && SCOPES.some((key) => key in schema && !(isRoot && key === '$id'))) return false
  return Object.values(schema).every((child: JsonValue) => hasPlainReferences(child, false))
}
