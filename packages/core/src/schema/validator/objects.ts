import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { listValues } from '../../json/excerpt.ts'
import { childIn } from '../../json/pointer.ts'
import { compilePattern } from '../../pattern/pattern.ts'
import type { Run } from '../../pattern/run.ts'
import { objectOf } from '../subschemas.ts'
import type { EntryRules, Node, NodeOf } from './node.ts'
import { type Rule, type Seen, sizeRules } from './rule.ts'

/** What the keywords on objects demand, but for `unevaluatedProperties`. */
export function objectRules(schema: JsonObject, nodeOf: NodeOf): Rule[] {
  const { minProperties, maxProperties, required, propertyNames } = schema
  const rules = sizeRules('properties', [minProperties, maxProperties], (value, limit) =>
    isJsonObject(value) ? Object.keys(value).length < limit : undefined,
  )
  if (Array.isArray(required)) rules.push(requiredRule(required as string[], schema))
  if (propertyNames !== undefined) rules.push(namesRule(nodeOf(propertyNames)))
  if (['properties', 'patternProperties', 'additionalProperties'].some((keyword) => keyword in schema)) {
    rules.push(eachEntry(schema, entryNodes(schema, nodeOf), 'additionalProperties' in schema))
  }
  return rules
}

export function unevaluatedProperties(node: Node, schema: JsonObject): Rule {
  return eachEntry(schema, (key, _, seen) => (seen?.allKeys || seen?.keys.has(key) ? NONE : [node]), true)
}

const NONE: readonly Node[] = []

function requiredRule(keys: readonly string[], schema: JsonObject): Rule {
  return (value, run, _, report) => {
    if (!isJsonObject(value)) return true
    run.spend(keys.length / 8)
    const passes = keys.every((key) => Object.hasOwn(value, key))
    if (report) for (const key of keys) if (!Object.hasOwn(value, key)) report.note(missing(schema, key), key)
    return passes
  }
}

function missing({ properties }: JsonObject, key: string): string {
  const { type } = objectOf(childIn(properties, key))
  return `expected ${typeof type === 'string' ? `a value of type ${type}` : 'a value'} here, found nothing: the key is required`
}

function namesRule(node: Node): Rule {
  return (value, run, _, report) => {
    let passes = true
    for (const key of isJsonObject(value) ? Object.keys(value) : []) {
      if (node.judgeAt(key, key, run, report)) continue
      if (!report) return false
      report.note('this key is not allowed here', key)
      passes = false
    }
    return passes
  }
}

type NodesFor = (key: string, run: Run, seen: Seen | undefined) => readonly Node[]

/** Applies nodes to entries. `all`: every entry counts as seen, even if no node applies to it. */
function eachEntry(schema: JsonObject, nodesFor: NodesFor, all: boolean): Rule {
  const surplus = (): string => unknownKey(schema)
  return (value, run, seen, report) => {
    if (!isJsonObject(value)) return true
    let passes = true
    for (const key of Object.keys(value)) {
      run.spend(0.25)
      const nodes = nodesFor(key, run, seen)
      for (const node of nodes) {
        if (node.judgeAt(key, value[key] as JsonValue, run, report, surplus)) continue
        if (!report) return false
        passes = false
      }
      if (seen && nodes.length > 0) seen.keys.add(key)
    }
    if (seen && all) seen.allKeys = true
    return passes
  }
}

function unknownKey({ properties }: JsonObject): string {
  const known = isJsonObject(properties) ? Object.keys(properties) : []
  const expected =
    known.length > 0 ? `expected only the keys ${listValues(known)}` : 'expected no further key'
  return `${expected}; found this one`
}

/** Keywords whose verdict on an object can depend on keys that a change does not touch. */
const WHOLE = `anyOf oneOf not if const enum dependentRequired dependentSchemas dependencies
  unevaluatedProperties`.split(/\s+/)

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

/** Which schemas apply to an entry: those of its name, those of patterns, or else that of further entries. */
function entryNodes(schema: JsonObject, nodeOf: NodeOf): EntryRules['values'] {
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
