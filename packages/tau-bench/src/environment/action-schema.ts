import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { ToolSchema } from '../data/tool-schemas.ts'

/**
 * How much of an action the schema settles, and so what a runtime refuses and asks for again.
 *
 * - `open`: that it has one of the two forms. Unknown tools and odd arguments reach the environment, which answers them
 *   as the official one does, and they cost a step there as here.
 * - `declared`: also the tool's name, and the names and types of its arguments as the tool declares them. A model can be
 *   held to this schema where its provider has strict structured output, which cannot express open arguments.
 */
export type ActionForm = 'open' | 'declared'

export function actionSchemaOf(tools: readonly ToolSchema[], form: ActionForm): JsonObject {
  const calls = form === 'open' ? [openCall] : tools.map(declaredCall)
  return { anyOf: [...calls, closed({ respond: { type: 'string' } })] }
}

const openCall: JsonObject = closed({ tool: { type: 'string' }, arguments: { type: 'object' } })

function declaredCall({ function: { name, parameters } }: ToolSchema): JsonObject {
  return closed({ tool: { type: 'string', const: name }, arguments: closeObjects(parameters) as JsonObject })
}

function closed(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
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
