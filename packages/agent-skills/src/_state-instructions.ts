import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

/** What P says of the state: each field with its type, its limits and what its schema says that it is for. */
export function stateInstructions(schema: JsonObject): string {
  const { properties } = schema
  if (!isJsonObject(properties) || Object.keys(properties).length === 0) return ''
  const lines = Object.entries(properties).map(([name, field]) => `- ${name}${describe(field)}`)
  const heading = 'The state has these fields. Only what you write into them is known in the next step.'
  return `## State\n\n${heading}\n\n${lines.join('\n')}`
}

function describe(field: JsonValue): string {
  if (!isJsonObject(field)) return ''
  const shape = [kindOf(field), ...limitsOf(field)].filter((part) => part !== '').join(', ')
  const purpose = typeof field.description === 'string' ? `: ${field.description}` : ''
  return (shape === '' ? '' : ` (${shape})`) + purpose
}

function kindOf({ type, enum: values }: JsonObject): string {
  if (Array.isArray(values)) return `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`
  return [type]
    .flat()
    .filter((name) => typeof name === 'string')
    .join(' or ')
}

function limitsOf({ maxProperties, maxItems, maxLength, additionalProperties }: JsonObject): string[] {
  const inner = isJsonObject(additionalProperties) ? additionalProperties.maxLength : undefined
  return [
    ...limit(maxProperties, 'entries'),
    ...limit(maxItems, 'items'),
    ...limit(maxLength, 'characters'),
    ...limit(inner, 'characters each'),
  ]
}

function limit(value: JsonValue | undefined, what: string): string[] {
  return typeof value === 'number' ? [`at most ${value} ${what}`] : []
}
