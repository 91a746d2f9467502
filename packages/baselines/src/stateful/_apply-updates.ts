import { applyPatch, type CompiledSkill, diff, type State } from '@skill-state/core'
import type { Issue, JsonObject } from '@skill-state/protocol'
import { readStateUpdates } from './read-state-updates.ts'

export interface Updated {
  /** Σ_{t+1} */
  readonly state: State
  /** The merge patch from Σ_t to Σ_{t+1}. Present if an update was applied, even one that changed nothing. */
  readonly patch?: JsonObject | undefined
  /** Present if updates were rejected: one note each, in the order of the reply, with the first reason. */
  readonly notes?: readonly Issue[] | undefined
}

/** Applies each update of a reply to the state that the one before has left. An invalid update is rejected as a whole; others count. */
export function applyUpdates(skill: CompiledSkill, before: State, reply: string): Updated {
  let state = before
  let patch: JsonObject | undefined
  const notes: Issue[] = []
  for (const update of readStateUpdates(reply)) {
    const applied = update.ok ? applyPatch(skill, state, update.value) : update
    if (applied.ok) {
      state = applied.value.state
      // Merge patches do not compose: of several, only the way from first to last is one patch.
      patch = patch === undefined ? applied.value.patch : diff(before.toJSON(), state.toJSON())
    } else {
      notes.push(asNote(applied.issues))
    }
  }
  return { state, patch, notes: notes.length > 0 ? notes : undefined }
}

function asNote([first, ...others]: readonly Issue[]): Issue {
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  return { path: first?.path ?? '', message: `update refused: ${first?.message ?? 'no reason given'}${more}` }
}
