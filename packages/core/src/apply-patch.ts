import type { Issue, JsonObject, Result } from '@skill-state/protocol'
import { checkJson } from './_check-json.ts'
import { listChanges, toPointer } from './change.ts'
import type { CompiledSkill } from './compile-skill.ts'
import { diff } from './diff.ts'
import type { Transition } from './guard.ts'
import { MAX_PATCH_VALUES } from './limits.ts'
import { mergeState } from './merge.ts'
import type { State } from './state.ts'

/** A patch that may be committed. */
export interface AppliedPatch {
  /** Σ_{t+1} */
  readonly state: State
  /** The merge patch from Σ_t to Σ_{t+1}, whatever the encoding, the depth and the guards were. */
  readonly patch: JsonObject
  /** What is odd about the patch but no reason to refuse it. Absent where nothing is. */
  readonly notes?: readonly Issue[]
}

/** What a reply says beside its patch. */
export type ReplyContext = Pick<Transition, 'action' | 'expect'>

/**
 * ΔΣ_t, as a model wrote it, applied to Σ_t: decoded, checked, merged, validated and guarded. Gives Σ_{t+1}, or
 * the reasons for refusal. `state`, which must be valid, never changes.
 *
 * The patch must be made of finite numbers, whole ones within ±(2^53 − 1), be at most `MAX_DEPTH` levels deep, have
 * at most `MAX_PATCH_VALUES` values, and hold null only where it deletes a key: never in an array, since the state
 * holds no null.
 */
export function applyPatch(
  skill: CompiledSkill,
  state: State,
  written: unknown,
  context: ReplyContext = {},
): Result<AppliedPatch> {
  const decoded = decode(skill, state, written)
  if (!decoded.ok) return decoded
  const patch = skill.options.depth === 'shallow' ? asRecursive(state, decoded.value) : decoded.value
  const change = mergeState(state, patch)
  const invalid = skill.validateChange(change)
  if (invalid.length > 0) return { ok: false, issues: invalid }

  const { before, after } = change
  const transition: Transition = { ...context, before, after, patch, changes: [...listChanges(change)] }
  const refused = skill.options.guards.flatMap((guard) => guard.check?.(transition) ?? [])
  if (refused.length > 0) return { ok: false, issues: refused }
  const notes = notesOn(transition)
  return { ok: true, value: { state: after, patch, ...(notes.length > 0 && { notes }) } }
}

function decode({ options }: CompiledSkill, state: State, written: unknown): Result<JsonObject> {
  let patch = options.encoding.decode(written, state)
  if (!patch.ok) return patch
  const misshapen = checkJson(patch.value, 'as-deletion', MAX_PATCH_VALUES)
  if (misshapen.length > 0) return { ok: false, issues: misshapen }
  for (const guard of options.guards) {
    if (guard.rewrite) patch = guard.rewrite(patch.value, state)
    if (!patch.ok) return patch
  }
  return patch
}

/** The recursive patch with the effect of a shallow one. */
function asRecursive(state: State, patch: JsonObject): JsonObject {
  return diff(state.toJSON(), mergeState(state, patch, { depth: 'shallow' }).after.toJSON())
}

function notesOn({ changes }: Transition): Issue[] {
  return changes
    .filter(({ before, after }) => before === undefined && after === undefined)
    .map(({ path }) => ({
      path: toPointer(path),
      message: 'deletes a key that is not there: nothing changed',
    }))
}
