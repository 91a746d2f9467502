import type { JsonValue } from '@skill-state/protocol'
import type { Run } from '../../pattern/run.ts'
import type { Node } from './node.ts'
import { type Rule, Seen } from './rule.ts'

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
