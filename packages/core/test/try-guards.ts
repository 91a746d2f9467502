import type { Issue, JsonObject } from '@skill-state/protocol'
import { applyPatch, type ReplyContext } from '../src/apply-patch.ts'
import { compileSkill } from '../src/compile-skill.ts'
import type { Guard } from '../src/guard.ts'
import { State } from '../src/state/state.ts'

const anything = compileSkill({ name: 'anything', instructions: '', schema: {}, initialState: {} })

/** The state that a patch leads to under the guards, any state being valid, or the reasons for rejection. */
export function tryGuards(
  guards: readonly Guard[],
  state: JsonObject,
  patch: JsonObject,
  context?: ReplyContext,
): JsonObject | readonly Issue[] {
  const skill = { ...anything, options: { ...anything.options, guards } }
  const result = applyPatch(skill, State.from(state), patch, context)
  return result.ok ? result.value.state.toJSON() : result.issues
}
