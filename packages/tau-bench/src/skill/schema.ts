import type { JsonObject } from '@skill-state/protocol'

export const factSchema: JsonObject = { type: ['string', 'number', 'boolean'] }

/** A map that stays a map, for runtimes with guards; the annotation means nothing to others. */
export function mapSchema(entry: JsonObject, description: string): JsonObject {
  return { type: 'object', description, additionalProperties: entry, 'x-keep-container': true }
}

export function recordSchema(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false }
}
