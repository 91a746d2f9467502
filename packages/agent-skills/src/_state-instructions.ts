import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

/** What P says of the state: each field with what its schema says that it is for, and with the schema. */
export function stateInstructions(schema: JsonObject): string {
  const { properties, $defs, definitions } = schema
  if (!isJsonObject(properties) || Object.keys(properties).length === 0) return ''
  const fields = Object.entries(properties).map(([name, field]) => describe(name, field))
  const shared = Object.entries({ $defs, definitions }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`],
  )
  const heading =
    'The state has these fields, with their JSON Schema. Only what you write into them is known in the next step.'
  return ['## State', heading, fields.join('\n'), ...shared].join('\n\n')
}

function describe(name: string, field: JsonValue): string {
  if (!isJsonObject(field)) return `- ${name}`
  const { description, default: _, ...schema } = field
  const purpose = typeof description === 'string' ? `${description} ` : ''
  return `- ${name}: ${purpose}${JSON.stringify(schema)}`
}
