import { isJsonObject, type JsonObject, type Result } from '@skill-state/protocol'
import { checkJson } from './_check-json.ts'
import { describeValue } from './_excerpt.ts'
import { merge } from './merge.ts'
import type { StateValidator } from './validate.ts'

/**
 * Merges a patch that a model wrote and checks the outcome. Gives Σ_{t+1}, or the reasons for refusal;
 * `state` itself never changes.
 *
 * The patch must be a JSON object of finite numbers, at most `MAX_DEPTH` levels deep, and hold null only
 * where it deletes a key: never in an array, since the state holds no null.
 */
export function applyPatch(state: JsonObject, patch: unknown, validate: StateValidator): Result<JsonObject> {
  if (!isJsonObject(patch)) {
    const message = `expected a state patch that is a JSON object, found ${describeValue(patch)}`
    return { ok: false, issues: [{ path: '', message }] }
  }
  const misshapen = checkJson(patch, 'as-deletion')
  if (misshapen.length > 0) return { ok: false, issues: misshapen }
  const merged = merge(state, patch)
  const issues = validate(merged)
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: merged }
}
