import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { Run } from '../../pattern/run.ts'
import { objectOf } from '../subschemas.ts'
import type { Node, NodeOf } from './node.ts'
import type { Report } from './report.ts'
import { assertion, type Rule, Seen } from './rule.ts'

/** What `allOf`, `anyOf`, `oneOf`, `not`, `if` and the keywords that depend on a key demand. */
export function combiningRules(schema: JsonObject, nodeOf: NodeOf, draft07: boolean): Rule[] {
  const rules: Rule[] = []
  if (Array.isArray(schema.allOf)) rules.push(...schema.allOf.map((each) => inPlace(nodeOf(each))))
  if (Array.isArray(schema.anyOf)) rules.push(choice('anyOf', schema.anyOf, nodeOf))
  if (Array.isArray(schema.oneOf)) rules.push(choice('oneOf', schema.oneOf, nodeOf))
  if (schema.not !== undefined) {
    const not = nodeOf(schema.not)
    rules.push(assertion((value, run) => !not.judge(value, run), 'must NOT be valid'))
  }
  if (schema.if !== undefined) rules.push(ifRule(schema, nodeOf))
  const { dependencies, dependentRequired, dependentSchemas } = schema
  for (const byKey of [dependencies, ...(draft07 ? [] : [dependentRequired, dependentSchemas])])
    for (const [key, each] of Object.entries(objectOf(byKey))) rules.push(dependent(key, each, nodeOf))
  return rules
}

function inPlace(node: Node): Rule {
  return (value, run, seen, report) => node.judgeApart(value, run, seen, report)
}

function choice(keyword: 'anyOf' | 'oneOf', schemas: readonly JsonValue[], nodeOf: NodeOf): Rule {
  const nodes = schemas.map(nodeOf)
  const demand = `must match ${keyword === 'anyOf' ? 'a' : 'exactly one'} schema in ${keyword}`
  let candidates: ((value: JsonValue) => readonly Node[]) | undefined
  const judge: Rule = (value, run, seen) => {
    candidates ??= dispatch(nodes)
    let passing = 0
    for (const node of candidates(value)) {
      if (!node.judgeApart(value, run, seen)) continue
      passing += 1
      if (passing > 1 && keyword === 'oneOf') return false
      // What a later one was applied to matters only if somebody asks.
      if (keyword === 'anyOf' && seen === undefined) return true
    }
    return passing > 0
  }
  return (value, run, seen, report) => {
    const passes = judge(value, run, seen, undefined)
    if (report && !passes) explainChoice(nodes, demand, value, run, report)
    return passes
  }
}

/** The alternative whose tags fit is the one that was meant: the reasons of the others would mislead. */
function explainChoice(
  nodes: readonly Node[],
  demand: string,
  value: JsonValue,
  run: Run,
  report: Report,
): void {
  const isNone = nodes.every((node) => !node.judge(value, run))
  const meant = isNone ? nodes.filter((node) => node.fitsTags(value)) : []
  const shown = meant.length === 1 ? meant : isNone ? nodes : []
  for (const node of shown) node.judge(value, run, undefined, report)
  if (meant.length !== 1) report.add(demand, value)
}

/** The alternatives that a value may pass: of many that differ in a tag, those with the value's own. */
function dispatch(nodes: readonly Node[]): (value: JsonValue) => readonly Node[] {
  const [first] = nodes.length < 3 ? [] : nodes
  const key = [...(first?.tags().keys() ?? [])].find((tag) => nodes.every((node) => node.tags().has(tag)))
  if (key === undefined) return () => nodes
  const byValue = new Map<JsonValue, Node[]>()
  for (const node of nodes) {
    for (const value of node.tags().get(key) ?? []) byValue.set(value, [...(byValue.get(value) ?? []), node])
  }
  return (value) => {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return nodes
    return byValue.get(value[key] as JsonValue) ?? []
  }
}

function ifRule(schema: JsonObject, nodeOf: NodeOf): Rule {
  const test = nodeOf(schema.if as JsonValue)
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  const branches = { then: schema.then ?? true, else: schema.else ?? true }
  const [whenTrue, whenFalse] = [nodeOf(branches.then), nodeOf(branches.else)]
  return (value, run, seen, report) => {
    const isTrue = test.judgeApart(value, run, seen)
    const passes = (isTrue ? whenTrue : whenFalse).judgeApart(value, run, seen, report)
    if (!passes) report?.add(`must match "${isTrue ? 'then' : 'else'}" schema`, value)
    return passes
  }
}

/** Applies if the value has the key: further keys that must be there, or a schema of the value. */
function dependent(key: string, demand: JsonValue, nodeOf: NodeOf): Rule {
  const rule = inPlace(nodeOf(Array.isArray(demand) ? { required: demand as readonly JsonValue[] } : demand))
  return (value, run, seen, report) =>
    !isJsonObject(value) || !Object.hasOwn(value, key) || rule(value, run, seen, report)
}

/** Thrown when a schema refers to itself without going deeper into the value. */
export class EndlessReference extends Error {
  constructor() {
    super('it refers to itself without end')
  }
}

interface Verdict {
  passes: boolean | 'asked'
  seen: Seen | undefined
  isExplained?: boolean
}

/**
 * What `$ref` demands. Each value is judged once by each referenced schema: only references make a schema apply to a
 * value more often than it is long, and in a recursive schema that grows exponentially with the levels of a value.
 */
export function referenceRule(node: Node): Rule {
  return (value, run, seen, report) => {
    const verdict = verdictOf(node, value, run, seen !== undefined)
    if (verdict.passes && verdict.seen) seen?.add(verdict.seen)
    // If its reasons are looked for one level up, the schema leads back to itself.
    if (report && !verdict.passes && !verdict.isExplained) {
      verdict.isExplained = true
      node.judge(value, run, undefined, report)
      verdict.isExplained = false
    }
    return verdict.passes === true
  }
}

function verdictOf(node: Node, value: JsonValue, run: Run, wantsSeen: boolean): Verdict {
  const verdicts = run.verdicts.get(node) ?? new Map<unknown, unknown>()
  if (verdicts.size === 0) run.verdicts.set(node, verdicts)
  const known = verdicts.get(value) as Verdict | undefined
  if (known?.passes === 'asked') throw new EndlessReference()
  if (known && (known.seen || !wantsSeen || !known.passes)) return known
  const verdict: Verdict = { passes: 'asked', seen: wantsSeen ? new Seen() : undefined }
  verdicts.set(value, verdict)
  verdict.passes = node.judge(value, run, verdict.seen)
  return verdict
}
