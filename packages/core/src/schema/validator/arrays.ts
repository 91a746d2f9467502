import type { JsonObject, JsonValue } from '@skill-state/protocol'
import type { Run } from '../../pattern/run.ts'
import { sameText } from './json.ts'
import type { Node } from './node.ts'
import { assertion, type Rule, sizeRules } from './rule.ts'
import type { Seen } from './seen.ts'

/** Makes the node of a subschema. */
export type NodeOf = (schema: JsonValue) => Node

/** What the keywords on arrays demand, but for `unevaluatedItems`. */
export function arrayRules(schema: JsonObject, nodeOf: NodeOf, draft07: boolean): Rule[] {
  const { minItems, maxItems, uniqueItems } = schema
  const rules = sizeRules('items', [minItems, maxItems], (value, limit) =>
    Array.isArray(value) ? value.length < limit : undefined,
  )
  if (uniqueItems === true) {
    rules.push(
      assertion(
        (value, run) => !Array.isArray(value) || isUnique(value, run),
        () => 'must NOT have duplicate items',
      ),
    )
  }
  const items = itemsRule(schema, nodeOf, draft07)
  if (items) rules.push(items)
  if (schema.contains !== undefined) rules.push(containsRule(schema, nodeOf(schema.contains), draft07))
  return rules
}

/** What `unevaluatedItems` demands. */
export function unevaluatedItems(node: Node): Rule {
  return eachItem(
    (_, seen) => seen?.items ?? 0,
    () => node,
  )
}

/** By hashing: a list of many long strings takes time linear in its text. */
function isUnique(items: readonly JsonValue[], run: Run): boolean {
  const known = new Set<unknown>()
  for (const item of items) {
    run.spend(typeof item === 'string' ? 1 + item.length / 64 : 1)
    known.add(
      typeof item === 'object' && item !== null
        ? sameText(item, run)
        : typeof item === 'string'
          ? `"${item}`
          : item,
    )
  }
  return known.size === items.length
}

function itemsRule(schema: JsonObject, nodeOf: NodeOf, draft07: boolean): Rule | undefined {
  const { prefixItems, items, additionalItems } = schema
  const isTuple = draft07 ? Array.isArray(items) : Array.isArray(prefixItems)
  const first = ((isTuple ? (draft07 ? items : prefixItems) : []) as readonly JsonValue[]).map(nodeOf)
  const others = draft07 && isTuple ? additionalItems : items
  if (!isTuple && others === undefined) return undefined
  const rest = others === undefined ? undefined : nodeOf(others)
  return eachItem(
    () => 0,
    (at) => first[at] ?? rest,
    rest === undefined ? first.length : Number.POSITIVE_INFINITY,
  )
}

function eachItem(
  from: (value: readonly JsonValue[], seen: Seen | undefined) => number,
  nodeAt: (at: number) => Node | undefined,
  upTo: number = Number.POSITIVE_INFINITY,
): Rule {
  return {
    judge(value, run, seen) {
      if (!Array.isArray(value)) return true
      const end = Math.min(value.length, upTo)
      for (let at = from(value, seen); at < end; at += 1) {
        if (!(nodeAt(at)?.judge(value[at], run) ?? true)) return false
      }
      if (seen) seen.items = Math.max(seen.items, upTo)
      return true
    },
    explain(value, run, report, seen) {
      if (!Array.isArray(value)) return
      const end = Math.min(value.length, upTo)
      for (let at = from(value, seen); at < end; at += 1) {
        const node = nodeAt(at)
        if (node?.judge(value[at], run) ?? true) continue
        if (node?.isFalse) report.below(at, () => report.note('expected no further item; found this one'))
        else report.below(at, () => node?.explain(value[at], run, report))
      }
    },
  }
}

function containsRule(schema: JsonObject, node: Node, draft07: boolean): Rule {
  const least = !draft07 && typeof schema.minContains === 'number' ? schema.minContains : 1
  const most =
    !draft07 && typeof schema.maxContains === 'number' ? schema.maxContains : Number.POSITIVE_INFINITY
  return {
    judge(value, run, seen) {
      if (!Array.isArray(value)) return true
      if (seen) seen.items = Number.POSITIVE_INFINITY // as ajv has it
      let count = 0
      for (const item of value) if (node.judge(item, run)) count += 1
      return count >= least && count <= most
    },
    explain: (value, _, report) => {
      const end = most === Number.POSITIVE_INFINITY ? '' : ` and at most ${most}`
      report.add(`must contain at least ${least}${end} valid item(s)`, value)
    },
  }
}
