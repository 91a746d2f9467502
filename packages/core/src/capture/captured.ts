import type { Issue, JsonObject, Observation, Skill } from '@skill-state/protocol'
import type { LevelChange } from '../state/change.ts'
import type { State } from '../state/state.ts'

export interface CapturingSkill {
  readonly skill: Skill
  readonly schema: JsonObject
  readonly validateChange: (change: LevelChange) => readonly Issue[]
}

/** Fields of the state that rules fill; see `capture` of `@skill-state/core/capture`. */
export interface Capture {
  /** Throws `invalid-skill` for a field that the schema does not have, or has as something else. */
  readonly check: (skill: CapturingSkill) => void
  /** Why a patch by the model is rejected that writes such a field. */
  readonly reject: (patch: JsonObject) => readonly Issue[]
  /** The patch by which the runtime fills the fields from an observation; `carried` is the one before it. */
  readonly take: (
    skill: CapturingSkill,
    state: State,
    carried: JsonObject | undefined,
    evidence: NonNullable<Observation['evidence']>,
  ) => JsonObject
}

/**
 * An observation as it is kept: with what the skill's rules take from it, and without the evidence itself. The next step
 * adds that to the state. `carried` is what was taken from the observation before; if the state does not have it, because
 * no patch was committed, it is taken again.
 */
export function captured(
  skill: CapturingSkill & { readonly options: { readonly capture?: Capture | undefined } },
  state: State,
  carried: JsonObject | undefined,
  given: Observation,
): Observation {
  const { capture } = skill.options
  const observation = withoutEvidence(given.captured ? { ...given, captured: undefined } : given)
  if (capture === undefined) return observation
  const patch = capture.take(skill, state, carried, given.evidence ?? [])
  return Object.keys(patch).length === 0 ? observation : { ...observation, captured: patch }
}

/** An observation as others are shown it: the same object if it brings no evidence. */
export function withoutEvidence(given: Observation): Observation {
  return given.evidence ? { ...given, evidence: undefined } : given
}
