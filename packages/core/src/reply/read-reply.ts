import type { Decision } from '@skill-state/protocol'
import type { AppliedPatch, PatchResult, ReplyContext } from '../apply-patch.ts'
import type { Reading } from '../decide.ts'
import { parseReply } from './parse-reply.ts'
import type { ActionReader } from './read-action.ts'

/** (R_t, ΔΣ_t, a_t), with the state that the patch leads to. */
export type StateDecision = Decision & AppliedPatch

/** Reads a decision from a reply and applies its patch. Lists the reasons of patch and action together. */
export function readReply(
  reply: string,
  readAction: ActionReader,
  apply: (patch: unknown, context: ReplyContext) => PatchResult,
  parse: typeof parseReply = parseReply,
): Reading<StateDecision> {
  const parsed = parse(reply)
  if (!parsed.ok) return { ok: false, mistake: 'syntax', issues: parsed.issues }
  const { reasoning, patch, actionSource, prose, ...context } = parsed.value
  const applied = apply(patch, context)
  const action = readAction(context.action)
  if (applied.ok && action.ok) {
    const value = { reasoning, ...applied.value, action: action.value }
    if (actionSource === undefined && prose === undefined) return { ok: true, value }
    return { ok: true, value: { ...value, actionSource, prose } }
  }
  const issues = [...(applied.ok ? [] : applied.issues), ...(action.ok ? [] : action.issues)]
  return { ok: false, mistake: applied.ok ? 'action' : applied.mistake, reasoning, issues }
}
