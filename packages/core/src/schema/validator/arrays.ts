import type { JsonObject, JsonValue } from '@skill-state/protocol'
import type { Run } from '../../pattern/run.ts'
import { itemsOf } from '../subschemas.ts'
import { sameText } from './json.ts'
import type { Node, NodeOf } from './node.ts'
import { assertion, type Rule, type Seen, sizeRules } from './rule.ts'

/** What the keywords on arrays demand, but for `unevaluatedItems`. */
export function arrayRules(schema: JsonObject, nodeOf: NodeOf, draft07: boolean): Rule[] {
  const { minItems, maxItems, uniqueItems } = schema
  const rules = sizeRules('items', [minItems, maxItems], (value, limit) =>
    Array.isArray(value) ? value.length < limit : undefined,
  )
  if (uniqueItems === true) {
    const test = (value: JsonValue, run: Run): boolean => !Array.isArray(value) || isUnique(value, run)
    rules.push(assertion(test, 'must NOT have duplicate items'))
  }
  const items = itemsRule(schema, nodeOf, draft07)
  if (items) rules.push(items)
  if (schema.contains !== undefined) rules.push(containsRule(schema, nodeOf(schema.contains), draft07))
  return rules
}

export function unevaluatedItems(node: Node): Rule {
  return eachItem(
    () => node,
    Infinity,
    (seen) => seen?.items ?? 0,
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
  const { first, rest } = itemsOf(schema, draft07)
  const nodes = first?.map(nodeOf) ?? []
  if (rest === undefined) return first && eachItem((at) => nodes[at], nodes.length)
  const others = nodeOf(rest)
  return eachItem((at) => nodes[at] ?? others)
}

function eachItem(
  nodeAt: (at: number) => Node | undefined,
  upTo: number = Infinity,
  from: (seen: Seen | undefined) => number = () => 0,
): Rule {
  return (value, run, seen, report) => {
    if (!Array.isArray(value)) return true
    const end = Math.min(value.length, upTo)
    let passes = true
    for (let at = from(seen); at < end; at += 1) {
      if (nodeAt(at)?.judgeAt(at, value[at], run, report, surplusItem) ?? true) continue
      if (!report) return false
      passes = false
    }
    if (seen) seen.items = Math.max(seen.items, upTo)
    return passes
  }
}

const surplusItem = (): string => 'expected no further item; found this one'

function containsRule(schema: JsonObject, node: Node, draft07: boolean): Rule {
  const { minContains, maxContains } = draft07 ? {} : schema
  const least = typeof minContains === 'number' ? minContains : 1
  const most = typeof maxContains === 'number' ? maxContains : Infinity
  const end = most === Infinity ? '' : ` and at most ${most}`
  const count = assertion((value, run) => {
    if (!Array.isArray(value)) return true
    const { length } = value.filter((item: JsonValue) => node.judge(item, run))
    return length >= least && length <= most
  }, `must contain at least ${least}${end} valid item(s)`)
  return (value, run, seen, report) => {
    if (seen && Array.isArray(value)) seen.items = Infinity // as ajv has it
    return count(value, run, seen, report)
  }
}
