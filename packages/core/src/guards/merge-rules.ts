import { type Issue, isJsonObject, type JsonObject, type JsonValue, type Result } from '@skill-state/protocol'
import type { Guard } from '../guard.ts'
import { describeValue } from '../json/excerpt.ts'
import { pointerStep } from '../json/pointer.ts'
import { toPointer } from '../state/change.ts'
import { setOwn } from '../state/own.ts'
import { State, type StateValue } from '../state/state.ts'
import {
  listIssues,
  nameWith,
  type PatternStep,
  type PointerPattern,
  passes,
  placesIn,
  toPattern,
} from './parts/places.ts'
import { type MergeRule, type NamedRule, reject, ruleNamed } from './rules.ts'

/** Rules by the places where they hold; if several name one place, the first does. */
export type MergeRules =
  | Readonly<Record<string, MergeRule | NamedRule>>
  | readonly (readonly [PointerPattern, MergeRule | NamedRule])[]

interface Active {
  readonly steps: readonly PatternStep[]
  readonly rule: MergeRule
}

/**
 * Rewrites what a patch sets at these places before ⊕ takes it, such as
 * `mergeRules({ '/log': { rule: 'append', most: 50 }, '/tags': 'union' })`. null deletes under every rule. A place
 * inside an array has none, since an array is set as a whole.
 */
export function mergeRules(rules: MergeRules): Guard {
  const listed = isList(rules) ? rules : Object.entries(rules)
  const patterns = listed.map(([place]) => toPattern(place))
  const active = listed.map(([, rule], at) => ({
    steps: patterns[at]?.steps ?? [],
    rule: typeof rule === 'object' && 'combine' in rule ? rule : ruleNamed(rule),
  }))
  return {
    name: nameWith('mergeRules', patterns),
    mistake: 'overwrite',
    rewrite(patch, before) {
      const issues: Issue[] = []
      const value = rewriteValue(patch, before, active, '', issues)
      if (issues.length > 0) return { ok: false, issues: listIssues(issues) }
      return isJsonObject(value) ? { ok: true, value } : reject('expected a patch that is an object')
    },
  }
}

function isList(rules: MergeRules): rules is Exclude<MergeRules, Readonly<Record<string, unknown>>> {
  return Array.isArray(rules)
}

function rewriteValue(
  written: JsonValue,
  present: StateValue | undefined,
  active: readonly Active[],
  path: string,
  issues: Issue[],
): JsonValue {
  if (written === null || active.length === 0) return written
  const kept = isJsonObject(written) ? undefined : ruledBelow(present, active)
  if (kept !== undefined) {
    const message = `expected an object, since ${toPointer(kept)} in it has a rule, found ${describeValue(written)}: delete it with null if it must go`
    issues.push({ path, message })
    return written
  }
  const level = present instanceof State ? present : State.EMPTY
  const value = isJsonObject(written) ? rewriteEntries(written, level, active, path, issues) : written
  const rule = active.find(({ steps }) => steps.length === 0)?.rule
  const combined: Result<JsonValue> = rule ? rule.combine(value, present) : { ok: true, value }
  if (combined.ok) return combined.value
  issues.push(...combined.issues.map((issue) => ({ ...issue, path: path + issue.path })))
  return written
}

/** The first place below a value that has a rule, and holds something that overwriting the value would lose. */
function ruledBelow(
  present: StateValue | undefined,
  active: readonly Active[],
): readonly string[] | undefined {
  if (!(present instanceof State)) return undefined
  for (const { steps } of active) {
    if (steps.length === 0) continue
    for (const { path } of placesIn(present, steps)) return path
  }
  return undefined
}

function rewriteEntries(
  patch: JsonObject,
  before: State,
  active: readonly Active[],
  path: string,
  issues: Issue[],
): JsonObject {
  const rewritten: { [key: string]: JsonValue } = {}
  for (const [key, written] of Object.entries(patch)) {
    const below = active.flatMap(({ steps: [step, ...steps], rule }) =>
      step !== undefined && passes(step, key) ? [{ steps, rule }] : [],
    )
    const value = rewriteValue(written, before.get(key), below, path + pointerStep(key), issues)
    setOwn(rewritten, key, value)
  }
  return rewritten
}
