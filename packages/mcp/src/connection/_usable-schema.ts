import type { JsonSchemaType } from '@modelcontextprotocol/client'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import { withoutPatterns } from '@skill-state/tools'

/** Most characters of a schema that is compiled, once for each place that refers to another. */
const MAX_CHARS = 50_000
const MAX_CHARS_WITH_REFERENCES = 1_000_000

/**
 * The schema of a tool's arguments as it can be used inside another one: without identifiers of its own. Undefined if it does
 * not compile, would take long to compile, or refers to anything but places from its root on.
 */
export function usableSchema(
  schema: JsonObject,
  validator: AjvJsonSchemaValidator = new AjvJsonSchemaValidator(),
): JsonObject | undefined {
  const { $schema: _, $id: __, ...rest } = schema
  if (isLarge(JSON.stringify(rest)) || !isPlain(rest)) return undefined
  try {
    validator.getValidator(withoutPatterns(rest) as JsonSchemaType)
  } catch {
    return undefined
  }
  return rest
}

/** A compiled schema can have a copy of a part for each reference to it. */
function isLarge(text: string): boolean {
  const references = text.split('"$ref"').length - 1
  return text.length > MAX_CHARS || text.length * references > MAX_CHARS_WITH_REFERENCES
}

const ELSEWHERE = ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveRef', '$recursiveAnchor']

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain)
  if (!isJsonObject(value)) return true
  const { $ref } = value
  if (typeof $ref === 'string' && !/^#(\/|$)/.test($ref)) return false
  if (ELSEWHERE.some((keyword) => typeof value[keyword] === 'string')) return false
  return Object.values(value).every(isPlain)
}
