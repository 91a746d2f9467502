import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { ToolSchema } from '../data/tool-schemas.ts'

/**
 * How much of an action the schema settles, and so what a runtime refuses and asks for again.
 *
 * - `open`: the shape alone, one key with an object of arguments, or `respond` with a text. Unknown tools and odd
 *   arguments reach the environment, which answers them as the official one does, and they cost a step there as here.
 * - `declared`: also the tool's name, and the names and types of its arguments as the tool declares them. Strict
 *   structured output can hold a model to this one; open arguments most providers cannot express.
 */
export type ActionForm = 'open' | 'declared'

export function actionSchemaOf(tools: readonly ToolSchema[], form: ActionForm): JsonObject {
  return form === 'open' ? open : { anyOf: [...tools.map(callOf), only('respond', text)] }
}

const text: JsonObject = { type: 'string' }

const open: JsonObject = {
  type: 'object',
  properties: { respond: text },
  additionalProperties: { type: 'object' },
  minProperties: 1,
  maxProperties: 1,
}

function callOf({ function: { name, parameters } }: ToolSchema): JsonObject {
  return only(name, closeObjects(parameters))
}

function only(key: string, member: JsonValue): JsonObject {
  return { type: 'object', properties: { [key]: member }, required: [key], additionalProperties: false }
}

/** Adds to each object schema that lists its properties that it has no others. */
function closeObjects(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(closeObjects)
  if (!isJsonObject(schema)) return schema
  const members = Object.entries(schema).map(([key, member]) => [key, closeObjects(member)] as const)
  const object: JsonObject = Object.fromEntries(members)
  return schema.type === 'object' && isJsonObject(schema.properties)
    ? { ...object, additionalProperties: false }
    : object
}
