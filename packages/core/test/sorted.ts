import { isJsonObject, type JsonValue } from '@skill-state/protocol'

/** The value with the keys of its objects in order, as lists: an object with a key `__proto__` compares badly. */
export function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((each: JsonValue) => sorted(each))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return ['object', ...entries.map(([key, each]) => [key, sorted(each)])]
}
