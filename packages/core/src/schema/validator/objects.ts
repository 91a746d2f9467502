import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { listValues } from '../../json/excerpt.ts'
import type { Run } from '../../pattern/run.ts'
import type { NodeOf } from './arrays.ts'
import { entryNodes } from './entries.ts'
import type { Node } from './node.ts'
import { type Rule, sizeRules } from './rule.ts'
import type { Seen } from './seen.ts'

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

/** What `unevaluatedProperties` demands. */
export function unevaluatedProperties(node: Node, schema: JsonObject): Rule {
  return eachEntry(schema, (key, _, seen) => (seen?.allKeys || seen?.keys.has(key) ? NONE : [node]), true)
}

const NONE: readonly Node[] = []

function requiredRule(keys: readonly string[], schema: JsonObject): Rule {
  return {
    judge(value, run) {
      if (!isJsonObject(value)) return true
      run.spend(keys.length / 8)
      return keys.every((key) => Object.hasOwn(value, key))
    },
    explain(value, _, report) {
      if (!isJsonObject(value)) return
      for (const key of keys) if (!Object.hasOwn(value, key)) report.note(missing(schema, key), key)
    },
  }
}

function missing({ properties }: JsonObject, key: string): string {
  const property = isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
  const type = isJsonObject(property) ? property.type : undefined
  return `expected ${typeof type === 'string' ? `a value of type ${type}` : 'a value'} here, found nothing: the key is required`
}

function namesRule(node: Node): Rule {
  return {
    judge: (value, run) => !isJsonObject(value) || Object.keys(value).every((key) => node.judge(key, run)),
    explain(value, run, report) {
      if (!isJsonObject(value)) return
      for (const key of Object.keys(value)) {
        if (node.judge(key, run)) continue
        report.below(key, () => node.explain(key, run, report))
        report.note('this key is not allowed here', key)
      }
    },
  }
}

type NodesFor = (key: string, run: Run, seen: Seen | undefined) => readonly Node[]

/** Applies nodes to entries. `all`: every entry counts as seen, even if no node applies to it. */
function eachEntry(schema: JsonObject, nodesFor: NodesFor, all: boolean): Rule {
  return {
    judge(value, run, seen) {
      if (!isJsonObject(value)) return true
      for (const key of Object.keys(value)) {
        run.spend(0.25)
        const nodes = nodesFor(key, run, seen)
        for (const node of nodes) if (!node.judge(value[key] as JsonValue, run)) return false
        if (seen && nodes.length > 0) seen.keys.add(key)
      }
      if (seen && all) seen.allKeys = true
      return true
    },
    explain(value, run, report, seen) {
      if (!isJsonObject(value)) return
      for (const key of Object.keys(value)) {
        run.spend(0.25)
        for (const node of nodesFor(key, run, seen)) {
          const child = value[key] as JsonValue
          if (node.judge(child, run)) continue
          if (node.isFalse) report.note(unknownKey(schema), key)
          else report.below(key, () => node.explain(child, run, report))
        }
      }
    },
  }
}

function unknownKey({ properties }: JsonObject): string {
  const known = isJsonObject(properties) ? Object.keys(properties) : []
  const expected =
    known.length > 0 ? `expected only the keys ${listValues(known)}` : 'expected no further key'
  return `${expected}; found this one`
}
