import { invalidOption, isJsonObject, type JsonObject } from '@skill-state/protocol'

/**
 * The schema of actions with one more, `{"<name>": <arguments>}`: another alternative of `anyOf`, or another key of a map
 * with one entry. What was there stays in its place, since references may lead to it. Throws `invalid-option` for a schema
 * of another form, or one that has an action of the name.
 */
export function addAction(schema: JsonObject | undefined, name: string, parameters: JsonObject): JsonObject {
  if (schema !== undefined && Array.isArray(schema.anyOf)) {
    return { ...schema, anyOf: [...schema.anyOf, only(name, parameters)] }
  }
  const properties = schema?.maxProperties === 1 ? schema.properties : undefined
  if (schema !== undefined && isJsonObject(properties) && !Object.hasOwn(properties, name)) {
    return { ...schema, properties: { ...properties, [name]: parameters } }
  }
  throw invalidOption(
    `the action "${name}" cannot be added: the environment's actionSchema must be alternatives (anyOf) or a map with one key`,
  )
}

function only(name: string, parameters: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: { [name]: parameters },
    required: [name],
    additionalProperties: false,
  }
}
