import type { JsonValue } from '@skill-state/protocol'

/** One step of a JSON Pointer (RFC 6901). */
export function step(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** What a pointer leads to; undefined if that is nothing. */
export function at(root: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    const isContainer: boolean = typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    value = isContainer ? (value as Record<string, JsonValue>)[key] : undefined
  }
  return value
}

/** The pointer of a reference within the document; undefined if it leads elsewhere, or to an anchor. */
export function localPointer(reference: string): string | undefined {
  if (!/^#(\/|$)/.test(reference)) return undefined
  try {
    return decodeURIComponent(reference.slice(1))
  } catch {
    return undefined
  }
}

/** A name that is not taken, of letters and digits like the given one. */
export function freeName(like: string, otherwise: string, taken: ReadonlySet<string>): string {
  const base = like.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || otherwise
  let name = base
  for (let count = 2; taken.has(name); count += 1) name = `${base}-${count}`
  return name
}
