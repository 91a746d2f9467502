import type { JsonObject } from '@skill-state/protocol'
import { applyPatch } from './apply-patch.ts'
import type { Reading } from './decide.ts'
import { parseReply } from './parse-reply.ts'
import type { ActionReader } from './read-action.ts'
import type { StateValidator } from './validate.ts'

/** Reads (R_t, ΔΣ_t, a_t) from a reply and checks it against Σ_t. Lists the reasons of patch and action together. */
export function readReply(
  reply: string,
  state: JsonObject,
  validate: StateValidator,
  readAction: ActionReader,
): Reading {
  const parsed = parseReply(reply)
  if (!parsed.ok) return { ok: false, readable: false, issues: parsed.issues }
  const { reasoning, patch } = parsed.value
  const merged = applyPatch(state, patch, validate)
  const action = readAction(parsed.value.action)
  if (merged.ok && action.ok) {
    return { ok: true, value: { reasoning, patch: patch as JsonObject, action: action.value } }
  }
  const issues = [...(merged.ok ? [] : merged.issues), ...(action.ok ? [] : action.issues)]
  return { ok: false, readable: true, reasoning, issues }
}
