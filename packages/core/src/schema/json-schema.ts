import type { Issue, JsonObject, JsonValue } from '@skill-state/protocol'
import { REASON_STEPS, Run, TooMuchWork } from '../pattern/run.ts'
import type { LevelChange } from '../state/change.ts'
import { toJsonValue } from '../state/state.ts'
import { EndlessReference } from './validator/combiners.ts'
import { openDocument } from './validator/document.ts'
import type { Node } from './validator/node.ts'
import { Report } from './validator/report.ts'

/** Checks JSON; empty if it passes. */
export type Check = (value: JsonValue) => readonly Issue[]

/**
 * Compiles JSON Schema, as `openDocument` has it, and says why a value does not pass. A value that takes too many
 * steps to judge does not pass.
 */
export function compileJsonSchema(schema: JsonObject): Check {
  const root = openDocument(schema).whole
  return (value) => {
    const passes = (): boolean => root.judge(value, new Run())
    return checkWith(root, passes, () => value)
  }
}

/** Why a value does not pass, if a judge says so: at most `MAX_ISSUES` reasons, found in a bounded number of steps. */
export function checkWith(node: Node, passes: () => boolean, whole: () => JsonValue): readonly Issue[] {
  try {
    if (passes()) return []
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error
    const message = 'takes too many steps to check against the schema: change less in one step'
    return [{ path: '', message }]
  }
  const run = new Run(REASON_STEPS)
  const report = new Report(run)
  try {
    node.judge(whole(), run, undefined, report)
  } catch (error) {
    if (!(error instanceof TooMuchWork || error instanceof EndlessReference)) throw error
    report.stop()
  }
  return report.issues
}

/**
 * Whether the state after a change passes the schema, given that the state before does: looks only at what the
 * patch names, and gives the verdict that judging the whole state would give.
 */
export function acceptsChange(node: Node, { before, after, entries }: LevelChange, run: Run): boolean {
  if (before === after) return true
  const rules = node.entries
  if (rules === undefined) return node.judge(after.toJSON(), run)
  if (after.size > before.size ? after.size > rules.most : after.size < rules.least) return false
  for (const same of rules.also) if (!acceptsChange(same, { before, after, entries }, run)) return false
  for (const { key, before: was, after: now, below } of entries) {
    if (was === now) continue
    if (now === undefined) {
      if (rules.required.has(key)) return false
      continue
    }
    if (was === undefined && rules.names && !rules.names.judge(key, run)) return false
    for (const child of rules.values(key, run)) {
      if (!(below ? acceptsChange(child, below, run) : child.judge(toJsonValue(now), run))) return false
    }
  }
  return true
}
