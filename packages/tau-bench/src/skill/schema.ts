import type { JsonObject } from '@skill-state/protocol'

/** A fact in words or figures. */
export const fact: JsonObject = { type: ['string', 'number', 'boolean'] }

/** A map that stays a map, for runtimes with guards; the annotation means nothing to others. */
export function mapOf(entry: JsonObject, description: string): JsonObject {
  return { type: 'object', description, additionalProperties: entry, 'x-keep-container': true }
}

/** An object of exactly these members. */
export function record(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false }
}
