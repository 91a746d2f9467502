import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

/** What is taken for a limit that a schema does not set. */
const ENTRIES = 10
const LETTERS = 80

/**
 * Characters that a state of the schema likely has: lists and maps half full, texts half as long as they may be, of plain
 * letters. An estimate for people, and no bound.
 */
export function likelyStateChars(schema: JsonValue): number {
  if (!isJsonObject(schema)) return 10
  const { type, properties, additionalProperties, items, maxLength, maxItems, maxProperties } = schema
  const choices = schema.enum
  if (Array.isArray(choices)) return Math.max(0, ...choices.map((each) => JSON.stringify(each).length))
  if (type === 'string') return 2 + half(maxLength, LETTERS)
  if (type === 'array') return 2 + half(maxItems, ENTRIES) * (2 + likelyStateChars(items ?? {}))
  if (type !== 'object') return 10
  const named = Object.entries(isJsonObject(properties) ? properties : {})
  const open = isJsonObject(additionalProperties) ? half(maxProperties, ENTRIES) : 0
  const key = 6 + half(keyLength(schema), 20)
  const fields = named.map(([name, field]) => name.length + 6 + likelyStateChars(field))
  return (
    2 +
    fields.reduce((sum, each) => sum + each, 0) +
    open * (key + likelyStateChars(additionalProperties ?? {}))
  )
}

function keyLength({ propertyNames }: JsonObject): JsonValue | undefined {
  return isJsonObject(propertyNames) ? propertyNames.maxLength : undefined
}

function half(limit: JsonValue | undefined, otherwise: number): number {
  return Math.ceil((typeof limit === 'number' ? limit : otherwise) / 2)
}
