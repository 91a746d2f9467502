import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { Run } from '../../pattern/run.ts'
import type { NodeOf } from './arrays.ts'
import type { Node } from './node.ts'
import type { Rule } from './rule.ts'
import { Seen } from './seen.ts'

/** What `allOf`, `anyOf`, `oneOf`, `not`, `if` and the keywords that depend on a key demand. */
export function combiningRules(schema: JsonObject, nodeOf: NodeOf, draft07: boolean): Rule[] {
  const rules: Rule[] = []
  if (Array.isArray(schema.allOf)) rules.push(...schema.allOf.map((each) => inPlace(nodeOf(each))))
  if (Array.isArray(schema.anyOf)) rules.push(choice('anyOf', schema.anyOf, nodeOf))
  if (Array.isArray(schema.oneOf)) rules.push(choice('oneOf', schema.oneOf, nodeOf))
  if (schema.not !== undefined) rules.push(notRule(nodeOf(schema.not)))
  if (schema.if !== undefined) rules.push(ifRule(schema, nodeOf))
  for (const keyword of draft07
    ? ['dependencies']
    : ['dependencies', 'dependentRequired', 'dependentSchemas']) {
    const byKey = schema[keyword]
    if (isJsonObject(byKey))
      for (const [key, each] of Object.entries(byKey)) rules.push(dependent(key, each, nodeOf))
  }
  return rules
}

/** A schema of the same value. What it was applied to counts as seen if it passes. */
function inPlace(node: Node): Rule {
  return {
    judge: (value, run, seen) => judgeApart(node, value, run, seen),
    explain: (value, run, report) => node.explain(value, run, report),
  }
}

function judgeApart(node: Node, value: JsonValue, run: Run, seen: Seen | undefined): boolean {
  if (seen === undefined) return node.judge(value, run)
  const own = new Seen()
  const passes = node.judge(value, run, own)
  if (passes) seen.add(own)
  return passes
}

function choice(keyword: 'anyOf' | 'oneOf', schemas: readonly JsonValue[], nodeOf: NodeOf): Rule {
  const nodes = schemas.map(nodeOf)
  const most = keyword === 'anyOf' ? Number.POSITIVE_INFINITY : 1
  let candidates: ((value: JsonValue) => readonly Node[]) | undefined
  return {
    judge(value, run, seen) {
      candidates ??= dispatch(nodes)
      let passing = 0
      for (const node of candidates(value)) {
        if (!judgeApart(node, value, run, seen)) continue
        passing += 1
        if (passing > most) return false
        // What a later one was applied to matters only if somebody asks.
        if (keyword === 'anyOf' && seen === undefined) return true
      }
      return passing > 0
    },
    explain(value, run, report) {
      const failing = nodes.filter((node) => !node.judge(value, run))
      // The alternative whose tags fit is the one that was meant: the reasons of the others would mislead.
      const meant = failing.filter((node) => node.fitsTags(value))
      if (failing.length === nodes.length) {
        for (const node of meant.length === 1 ? meant : failing) node.explain(value, run, report)
      }
      if (meant.length === 1 && failing.length === nodes.length) return
      const demand =
        keyword === 'anyOf' ? 'must match a schema in anyOf' : 'must match exactly one schema in oneOf'
      report.add(demand, value)
    },
  }
}

/** The alternatives that a value may pass: of many that differ in a tag, those with the value's own. */
function dispatch(nodes: readonly Node[]): (value: JsonValue) => readonly Node[] {
  const key =
    nodes.length < 3
      ? undefined
      : [...(nodes[0]?.tags().keys() ?? [])].find((tag) => nodes.every((node) => node.tags().has(tag)))
  if (key === undefined) return () => nodes
  const byValue = new Map<JsonValue, Node[]>()
  for (const node of nodes) {
    for (const value of node.tags().get(key) ?? []) byValue.set(value, [...(byValue.get(value) ?? []), node])
  }
  return (value) => {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return nodes
    return byValue.get(value[key] as JsonValue) ?? NO_NODES
  }
}

const NO_NODES: readonly Node[] = []

function notRule(node: Node): Rule {
  return {
    judge: (value, run) => !node.judge(value, run),
    explain: (value, _, report) => report.add('must NOT be valid', value),
  }
}

function ifRule(schema: JsonObject, nodeOf: NodeOf): Rule {
  const test = nodeOf(schema.if as JsonValue)
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  const branches = { then: schema.then, else: schema.else }
  const whenTrue = branches.then === undefined ? undefined : nodeOf(branches.then)
  const whenFalse = branches.else === undefined ? undefined : nodeOf(branches.else)
  return {
    judge(value, run, seen) {
      const branch = judgeApart(test, value, run, seen) ? whenTrue : whenFalse
      return branch === undefined || judgeApart(branch, value, run, seen)
    },
    explain(value, run, report) {
      const passes = test.judge(value, run)
      const branch = passes ? whenTrue : whenFalse
      branch?.explain(value, run, report)
      report.add(`must match "${passes ? 'then' : 'else'}" schema`, value)
    },
  }
}

/** Applies if the value has the key: further keys that must be there, or a schema of the value. */
function dependent(key: string, demand: JsonValue, nodeOf: NodeOf): Rule {
  const applies = (value: JsonValue): boolean => isJsonObject(value) && Object.hasOwn(value, key)
  const node = nodeOf(Array.isArray(demand) ? { required: demand as readonly JsonValue[] } : demand)
  const rule = inPlace(node)
  return {
    judge: (value, run, seen) => !applies(value) || rule.judge(value, run, seen),
    explain: (value, run, report, seen) => {
      if (applies(value)) rule.explain(value, run, report, seen)
    },
  }
}
