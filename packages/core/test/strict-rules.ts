import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

const KEYWORDS = ['type', 'enum', 'properties', 'required', 'additionalProperties', 'items', 'anyOf']

interface Count {
  properties: number
  values: number
  characters: number
}

/**
 * What a schema breaks of the rules of OpenAI's strict structured output, as its guide has them, narrowed to the
 * keywords that every model takes: empty if it breaks none.
 */
export function strictViolations(root: JsonObject): string[] {
  const count: Count = { properties: 0, values: 0, characters: 0 }
  const found = [...violations(root, '', 1, count)]
  if (root.type !== 'object' || 'anyOf' in root) found.push('the root is no object')
  if (count.properties > 5000) found.push(`${count.properties} properties`)
  if (count.values > 1000) found.push(`${count.values} listed values`)
  if (count.characters > 120_000) found.push(`${count.characters} characters of names and values`)
  return found
}

function* violations(schema: JsonValue, path: string, depth: number, count: Count): Generator<string> {
  if (!isJsonObject(schema)) return yield `${path} is no schema`
  for (const key of Object.keys(schema)) if (!KEYWORDS.includes(key)) yield `${path} has ${key}`
  if (depth > 10) yield `${path} is at level ${depth}`
  const { type, anyOf, items, properties, enum: values = [] } = schema
  if (Array.isArray(anyOf)) {
    if (anyOf.length === 0 || type !== undefined) yield `${path} is no plain union`
    if (new Set(firstKeys(anyOf)).size < firstKeys(anyOf).length)
      yield `${path} has objects with one first key`
    for (const [at, each] of anyOf.entries()) yield* violations(each, `${path}/anyOf/${at}`, depth, count)
    return
  }
  if (typeof type !== 'string') yield `${path} has no single type`
  count.values += (values as JsonValue[]).length
  count.characters += JSON.stringify(values).length
  if (type === 'array') yield* violations(items ?? null, `${path}/items`, depth + 1, count)
  if (type !== 'object') return
  if (!isJsonObject(properties)) return yield `${path} names no properties`
  const names = Object.keys(properties)
  count.properties += names.length
  count.characters += names.join('').length
  if (schema.additionalProperties !== false) yield `${path} is open`
  if (JSON.stringify(schema.required) !== JSON.stringify(names)) yield `${path} does not require every key`
  for (const name of names) yield* violations(properties[name] ?? null, `${path}/${name}`, depth + 1, count)
}

/** Scalars do not clash; of objects, an empty one counts as a key of its own. */
function firstKeys(branches: readonly JsonValue[]): string[] {
  return branches.flatMap((branch) => {
    if (!isJsonObject(branch) || !isJsonObject(branch.properties)) return []
    return [Object.keys(branch.properties)[0] ?? '']
  })
}
