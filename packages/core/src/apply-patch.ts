import type { Issue, JsonObject, Mistake, Rejection } from '@skill-state/protocol'
import type { CompiledSkill } from './compile-skill.ts'
import type { Guard, Transition } from './guard.ts'
import { oneLine } from './json/excerpt.ts'
import { MAX_PATCH_VALUES } from './json/limits.ts'
import { mergeState } from './merge.ts'
import { type LevelChange, listChanges, toPointer } from './state/change.ts'
import { checkJson } from './state/check-json.ts'
import { asRecursive } from './state/replacing.ts'
import type { State } from './state/state.ts'

/** A patch that may be committed. */
export interface AppliedPatch {
  /** Σ_{t+1} */
  readonly state: State
  /** The merge patch from Σ_t to Σ_{t+1}, whatever the encoding, the depth and the guards were. */
  readonly patch: JsonObject
  /** What is odd about the patch but no reason to reject it. Absent if nothing is. */
  readonly notes?: readonly Issue[] | undefined
}

type RejectedPatch = Rejection & { readonly ok: false }

export type PatchResult = { readonly ok: true; readonly value: AppliedPatch } | RejectedPatch

/** What goes with a patch: what the reply says beside it, and what rules took from the observation (`capture`). */
export interface ReplyContext extends Pick<Transition, 'action' | 'context'> {
  readonly captured?: JsonObject | undefined
}

/**
 * ΔΣ_t, as a model wrote it, applied to Σ_t: decoded, checked, merged, validated and guarded. Gives Σ_{t+1}, or
 * the reasons for rejection. `state`, which must be valid, never changes.
 *
 * The patch must be made of finite numbers, whole ones within ±(2^53 − 1), be at most `MAX_DEPTH` levels deep, have
 * at most `MAX_PATCH_VALUES` values, and hold null only if it deletes a key: never in an array, since the state
 * holds no null.
 *
 * @example
 * ```ts
 * import { applyPatch, compileSkill, State } from '@skill-state/core'
 *
 * const schema = { type: 'object', properties: { count: { type: 'integer' } }, additionalProperties: false }
 * const skill = compileSkill({ name: 'count', instructions: '', schema, initialState: { count: 0 } })
 * const result = applyPatch(skill, State.from({ count: 0 }), { count: 'one' })
 * if (!result.ok) console.log(result.issues[0]?.path) // /count
 * ```
 */
export function applyPatch(
  skill: CompiledSkill,
  state: State,
  written: unknown,
  context: ReplyContext = {},
): PatchResult {
  return withShortPaths(apply(skill, state, written, context))
}

function apply(
  skill: CompiledSkill,
  state: State,
  written: unknown,
  { captured, action, context }: ReplyContext,
): PatchResult {
  const decoded = decode(skill, state, written)
  if (!decoded.ok) return decoded
  const patch = { ...decoded.value, ...captured }
  const change = mergeState(state, patch)
  const invalid = skill.validateChange(change)
  if (invalid.length > 0) return { ok: false, mistake: 'schema', issues: invalid }

  const { before, after } = change
  const { guards } = skill.options
  if (guards.length > 0) {
    const transition = { action, context, before, after, patch, changes: [...listChanges(change)] }
    const refused = checkGuards(guards, transition)
    if (refused) return refused
  }
  const notes = notesOn(change)
  return { ok: true, value: { state: after, patch, notes: notes.length > 0 ? notes : undefined } }
}

/** Characters of a path that a reason shows; a key may be of any length. */
const LONGEST_PATH = 1_000

function withShortPaths(result: PatchResult): PatchResult {
  const shorten = (issues: readonly Issue[]): readonly Issue[] =>
    issues.some(({ path }) => path.length > LONGEST_PATH)
      ? issues.map((issue) => ({ ...issue, path: oneLine(issue.path, LONGEST_PATH) }))
      : issues
  if (!result.ok) return { ...result, issues: shorten(result.issues) }
  const { notes } = result.value
  return notes === undefined ? result : { ok: true, value: { ...result.value, notes: shorten(notes) } }
}

function decode(
  { options }: CompiledSkill,
  state: State,
  written: unknown,
): { readonly ok: true; readonly value: JsonObject } | RejectedPatch {
  let patch = options.encoding.decode(written, state)
  if (!patch.ok) return { ...patch, mistake: 'schema' }
  const owned = options.capture?.reject(patch.value) ?? []
  if (owned.length > 0) return { ok: false, mistake: 'rule', issues: owned }
  const misshapen = checkJson(patch.value, 'as-deletion', MAX_PATCH_VALUES)
  if (misshapen.length > 0) return { ok: false, mistake: 'schema', issues: misshapen }
  if (options.depth === 'shallow') patch = { ok: true, value: asRecursive(state, patch.value) }
  for (const guard of options.guards) {
    if (guard.rewrite) patch = guard.rewrite(patch.value, state)
    if (!patch.ok) return { ...patch, mistake: mistakeOf(guard) }
  }
  return patch
}

/** The rejections of all guards; the mistake is that of the first. */
function checkGuards(guards: readonly Guard[], transition: Transition): RejectedPatch | undefined {
  const rejecting = guards.map((guard) => ({ guard, issues: guard.check?.(transition) ?? [] }))
  const issues = rejecting.flatMap((each) => each.issues)
  const first = rejecting.find((each) => each.issues.length > 0)
  return first && { ok: false, mistake: mistakeOf(first.guard), issues }
}

const mistakeOf = ({ mistake = 'rule' }: Guard): Mistake => mistake

function notesOn({ entries }: LevelChange, above: readonly string[] = []): Issue[] {
  const notes: Issue[] = []
  for (const { key, before, after, below } of entries) {
    if (below) notes.push(...notesOn(below, [...above, key]))
    else if (before === undefined && after === undefined) {
      notes.push({
        path: toPointer([...above, key]),
        message: 'deletes a key that is not there: nothing changed',
      })
    }
  }
  return notes
}
