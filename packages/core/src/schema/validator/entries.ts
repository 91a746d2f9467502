import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { compilePattern } from '../../pattern/pattern.ts'
import type { EntryRules, Node, NodeOf } from './node.ts'

/** Keywords whose verdict on an object can depend on keys that a change does not touch. */
const WHOLE = [
  'anyOf',
  'oneOf',
  'not',
  'if',
  'const',
  'enum',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'unevaluatedProperties',
]

/** What a schema says about the entries of an object; undefined if an object must be judged as a whole. */
export function entryRules(
  schema: JsonObject,
  nodeOf: NodeOf,
  target: Node | undefined,
): EntryRules | undefined {
  if (WHOLE.some((keyword) => keyword in schema)) return undefined
  const { required = [], minProperties = 0, maxProperties = Infinity, propertyNames, allOf = [] } = schema
  return {
    required: new Set(required as readonly string[]),
    least: Number(minProperties),
    most: Number(maxProperties),
    names: propertyNames === undefined ? undefined : nodeOf(propertyNames),
    also: [...(allOf as readonly JsonValue[]).map(nodeOf), ...(target ? [target] : [])],
    values: entryNodes(schema, nodeOf),
  }
}

const NONE: readonly Node[] = []

/** Which schemas apply to an entry: those of its name, those of patterns, or else that of further entries. */
export function entryNodes(schema: JsonObject, nodeOf: NodeOf): EntryRules['values'] {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema
  const named = new Map(Object.entries(properties as JsonObject).map(([key, each]) => [key, [nodeOf(each)]]))
  const patterns = Object.entries(patternProperties as JsonObject).map(
    ([pattern, each]) => [compilePattern(pattern), nodeOf(each)] as const,
  )
  const others = additionalProperties === undefined ? NONE : [nodeOf(additionalProperties)]
  if (patterns.length === 0) return (key) => named.get(key) ?? others
  return (key, run) => {
    const nodes = [...(named.get(key) ?? NONE)]
    for (const [matches, node] of patterns) if (matches(key, run)) nodes.push(node)
    return nodes.length > 0 ? nodes : others
  }
}
