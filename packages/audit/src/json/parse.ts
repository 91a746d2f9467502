import type { JsonValue } from '@skill-state/protocol'

/** Parses strict JSON; `undefined` if the text is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

/** Deepest nesting that the audit reads. Deeper records are damaged or hostile. */
const MOST_LEVELS = 200

/** Whether a value is nested deeper than the audit reads. Needs no stack of its own. */
export function isTooDeep(value: JsonValue): boolean {
  let level: JsonValue[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) return true
    const next: JsonValue[] = []
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue
      for (const child of Object.values(each))
        if (typeof child === 'object' && child !== null) next.push(child)
    }
    level = next
  }
  return false
}
