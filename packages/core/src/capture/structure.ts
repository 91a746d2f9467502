import type { JsonObject, JsonValue } from '@skill-state/protocol'

/** The object or array that a text holds. A bare number, string or `null` counts as plain text. */
export function parseStructure(text: string): JsonObject | readonly JsonValue[] | undefined {
  if (!/^[\s]*[[{]/.test(text)) return undefined
  try {
    const value = JSON.parse(text) as JsonValue
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
