import type { JsonValue, Result } from '@skill-state/protocol'
import type { StateValue } from '../../state/state.ts'

/** How what a patch writes at a place becomes what ⊕ shall put there. */
export interface MergeRule {
  /** As the annotation `x-merge` has it. */
  readonly name: string
  /**
   * What the patch shall say instead of `written`, which is not null: null deletes under every rule. Paths of
   * issues start at the place. Pure.
   */
  combine(written: JsonValue, present: StateValue | undefined): Result<JsonValue>
}

export function refuse(message: string): {
  readonly ok: false
  readonly issues: [{ path: string; message: string }]
} {
  return { ok: false, issues: [{ path: '', message }] }
}
