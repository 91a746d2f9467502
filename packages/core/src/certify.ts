import { promptLength, SkillStateError } from '@skill-state/protocol'
import type { Unbounded } from './bounds/bound.ts'
import { stateBound } from './bounds/schema.ts'
import { longestCapped } from './cap-observation.ts'
import type { CompiledSkill } from './compile-skill.ts'
import { capOf } from './guards/parts/state-cap.ts'
import { type AskOptions, ask } from './prompt.ts'
import { State } from './state/state.ts'

export interface CertifyOptions extends Pick<AskOptions, 'answer' | 'action' | 'prompt' | 'observation'> {
  /** The cap on observations with which the skill is run. */
  readonly maxObservationChars: number
}

/** How long the prompt of a skill can get, in UTF-16 units; or why there is no such number. */
export type Certificate =
  | {
      readonly bounded: true
      readonly promptChars: number
      /** Instructions and the text of A.4, the state, the observation; their sum is `promptChars`. */
      readonly parts: { readonly fixed: number; readonly state: number; readonly observation: number }
    }
  | { readonly bounded: false; readonly unbounded: readonly Unbounded[] }

/**
 * Proves from the schema, and from the guard `maxStateChars` if there is one, that no step of any episode
 * sends a longer prompt, whatever model and environment do: the text of each value at its longest, with every
 * character escaped. Speaks of the prompt of a step as its first attempt sends it; a retry adds its reasons.
 *
 * Throws `invalid-option` for a cap on observations that is not a number from 0.
 *
 * @example
 * ```ts
 * import { certify, compileSkill } from '@skill-state/core'
 *
 * const schema = { type: 'object', properties: { name: { type: 'string', maxLength: 20 } }, additionalProperties: false }
 * const skill = compileSkill({ name: 'greet', instructions: 'Greet.', schema, initialState: {} })
 * const certificate = certify(skill, { maxObservationChars: 500 })
 * console.log(certificate.bounded) // true
 * ```
 */
export function certify(
  skill: CompiledSkill,
  { maxObservationChars, ...reply }: CertifyOptions,
): Certificate {
  if (!(maxObservationChars >= 0 && maxObservationChars < Infinity)) {
    const message = `expected maxObservationChars to be a number from 0, found ${maxObservationChars}`
    throw new SkillStateError('invalid-option', message)
  }
  const bySchema = stateBound(skill.schema)
  // Σ_0 is subject to no guard, and stays if every patch is refused.
  const byGuard = Math.max(capOf(skill.options.guards), skill.initialState.text.length)
  const state = Math.min(bySchema.most, byGuard)
  if (state === Infinity) return { bounded: false, unbounded: bySchema.unbounded }

  const empty = ask(skill.skill, State.EMPTY, '', { ...reply, encoding: skill.options.encoding })
  const fixed = promptLength(empty) - State.EMPTY.text.length
  const observation = longestCapped(maxObservationChars)
  return {
    bounded: true,
    promptChars: fixed + state + observation,
    parts: { fixed, state, observation },
  }
}
