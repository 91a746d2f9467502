import { isJsonObject, type JsonValue } from '@skill-state/protocol'

export function withoutNulls<Value extends JsonValue>(value: Value): Value
export function withoutNulls(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(([, each]) => each !== null)
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutNulls(each)]))
}
