import type { JsonObject } from '@skill-state/protocol'

/** A factSchema in words or figures. */
export const factSchema: JsonObject = { type: ['string', 'number', 'boolean'] }

/** A map that stays a map, for runtimes with guards; the annotation means nothing to others. */
export function mapSchema(entry: JsonObject, description: string): JsonObject {
  return { type: 'object', description, additionalProperties: entry, 'x-keep-container': true }
}

/** An object of exactly these members. */
export function recordSchema(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false }
}
