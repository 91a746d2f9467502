/** Any value that JSON can carry. Numbers are finite. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject

/** A JSON object. `__proto__` is an ordinary key of it. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
