import type { Issue, JsonObject, JsonValue } from '@skill-state/protocol'
import { REASON_STEPS, Run, TooMuchWork } from '../pattern/run.ts'
import { openDocument } from './validator/document.ts'
import type { Node } from './validator/node.ts'
import { EndlessReference } from './validator/reference.ts'
import { Report } from './validator/report.ts'

/** Checks JSON; empty if it passes. */
export type Check = (value: JsonValue) => readonly Issue[]

/**
 * Compiles JSON Schema, as `openDocument` has it, and says why a value does not pass. A value that takes too many
 * steps to judge does not pass.
 */
export function compileJsonSchema(schema: JsonObject): Check {
  const root = openDocument(schema).whole
  return (value) => checkWith(root, value, new Run())
}

/** Why a value does not pass: at most `MAX_ISSUES` reasons, found in a bounded number of steps. */
export function checkWith(node: Node, value: JsonValue, run: Run): readonly Issue[] {
  try {
    if (node.judge(value, run)) return []
  } catch (error) {
    if (error instanceof TooMuchWork) return tooMuchWork()
    throw error
  }
  return reasons((report, own) => node.judge(value, own, undefined, report))
}

/** The reasons that a search finds in a bounded number of steps. */
export function reasons(search: (report: Report, run: Run) => void): readonly Issue[] {
  const run = new Run(REASON_STEPS)
  const report = new Report(run)
  try {
    search(report, run)
  } catch (error) {
    if (!(error instanceof TooMuchWork || error instanceof EndlessReference)) throw error
    report.stop()
  }
  return report.issues
}

/** Why a change is rejected that could not be judged. */
export function tooMuchWork(): readonly Issue[] {
  return [{ path: '', message: 'takes too many steps to check against the schema: change less in one step' }]
}
