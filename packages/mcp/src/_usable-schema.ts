import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { isJsonObject, type JsonObject } from '@skill-state/protocol'

/**
 * The schema of a tool's arguments as it can stand inside another one: without identifiers of its own. Undefined where it
 * does not compile, or refers to anything but places from its root on.
 */
export function usableSchema(schema: JsonObject): JsonObject | undefined {
  const { $schema: _, $id: __, ...rest } = schema
  try {
    new AjvJsonSchemaValidator().getValidator(rest)
  } catch {
    return undefined
  }
  return isPlain(rest) ? rest : undefined
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
