import type { JsonValue } from '@skill-state/protocol'

/** The value that a text is; undefined if it is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
