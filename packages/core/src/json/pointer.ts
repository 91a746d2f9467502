import { isJsonObject, type JsonValue } from '@skill-state/protocol'

/** One step of a JSON Pointer (RFC 6901), slash included. */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The key that a step of a pointer names. A `~` that escapes nothing stands for itself. */
export function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** The keys of a JSON Pointer; an empty list for the whole document, undefined if the text is not a JSON Pointer. */
export function parsePointer(pointer: string): readonly string[] | undefined {
  const [first, ...steps] = pointer.split('/')
  return first !== '' || /~(?![01])/.test(pointer) ? undefined : steps.map(unescapeStep)
}

/** The value of an own key of an object, or of an index of an array; undefined if there is none. */
export function childIn(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (isJsonObject(value)) return Object.hasOwn(value, key) ? value[key] : undefined
  if (!Array.isArray(value) || !/^(?:0|[1-9]\d*)$/.test(key)) return undefined
  return (value as readonly JsonValue[])[Number(key)]
}

/** What plain JSON holds at a pointer; undefined if that is nothing. */
export function resolvePointer(root: JsonValue, pointer: string): JsonValue | undefined {
  const steps = pointer.split('/').slice(1)
  return steps.reduce<JsonValue | undefined>((value, step) => childIn(value, unescapeStep(step)), root)
}
