import { isDeeperThan, type JsonValue } from '@skill-state/protocol'

/** Parses strict JSON; `undefined` if the text is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

/** Whether a value is nested deeper than the audit reads: deeper records are damaged or hostile. */
export function isTooDeep(value: JsonValue): boolean {
  return isDeeperThan(200, value)
}
