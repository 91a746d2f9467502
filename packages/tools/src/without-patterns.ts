import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

/**
 * The schema without regular expressions: one of a stranger's can take any time on a short text, and the server checks its
 * arguments anyway. Accepts all that the schema accepts: keywords that turn a verdict round, or count verdicts, go as well.
 * A schema without regular expressions is returned as it is.
 *
 * @example
 * ```ts
 * import { withoutPatterns } from '@skill-state/tools'
 *
 * console.log(withoutPatterns({ type: 'string', pattern: '^(a+)+$' })) // { type: 'string' }
 * ```
 */
export function withoutPatterns(schema: JsonObject): JsonObject {
  if (!usesPatterns(schema)) return schema
  const loose = loosen(schema)
  return isJsonObject(loose) ? loose : schema
}

/** Keywords that hold a map from names to schemas. */
const MAPS = ['properties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']
/** Keywords that hold data. */
export const DATA: readonly string[] = ['const', 'enum', 'default', 'examples']
const PATTERNS = ['pattern', 'patternProperties']
/** Keywords that could reject more if a schema inside them accepts more. */
const VERDICTS = [
  ...['not', 'oneOf', 'if', 'then', 'else', 'contains', 'minContains', 'maxContains'],
  ...['unevaluatedProperties', 'unevaluatedItems'],
]

function usesPatterns(schema: JsonValue): boolean {
  if (Array.isArray(schema)) return schema.some(usesPatterns)
  if (!isJsonObject(schema)) return false
  return Object.entries(schema).some(([keyword, value]) => {
    if (DATA.includes(keyword)) return false
    if (PATTERNS.includes(keyword)) return true
    return MAPS.includes(keyword) && isJsonObject(value)
      ? Object.values(value).some(usesPatterns)
      : usesPatterns(value)
  })
}

function loosen(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(loosen)
  if (!isJsonObject(schema)) return schema
  const gone = [...PATTERNS, ...VERDICTS, ...('patternProperties' in schema ? ['additionalProperties'] : [])]
  const kept = Object.entries(schema).filter(([keyword]) => !gone.includes(keyword))
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, looser(keyword, value)]))
}

function looser(keyword: string, value: JsonValue): JsonValue {
  if (DATA.includes(keyword)) return value
  if (!MAPS.includes(keyword) || !isJsonObject(value)) return loosen(value)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, loosen(member)]))
}
