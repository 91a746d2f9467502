import type { JsonValue } from '@skill-state/protocol'

/** Canonical JSON (RFC 8785): keys in order of their UTF-16 code units, no white space. */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const object = value as { readonly [key: string]: JsonValue }
  const members = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key] as JsonValue)}`)
  return `{${members.join(',')}}`
}
