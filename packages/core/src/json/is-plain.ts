import type { JsonObject } from '@skill-state/protocol'

/** Whether a value is an object as JSON has it: no array, and not made by a class such as `Date` or `Map`. */
export function isPlain(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const above: unknown = Object.getPrototypeOf(value)
  return above === null || above === Object.prototype || Object.getPrototypeOf(above) === null
}
