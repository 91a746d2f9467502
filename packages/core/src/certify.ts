import {
  type Environment,
  invalidOption,
  known,
  longestCapped,
  promptLength,
  requestLength,
} from '@skill-state/protocol'
import type { Unbounded } from './bounds/bound.ts'
import { stateBound } from './bounds/schema.ts'
import type { CompiledSkill } from './compile-skill.ts'
import { capOf } from './guards/max-state-chars.ts'
import type { StateLayout } from './layouts/layout.ts'
import { type AskOptions, ask } from './prompt.ts'
import { replyRequest } from './reply/reply-request.ts'
import { State } from './state/state.ts'

export interface CertifyOptions extends Pick<AskOptions, 'answer' | 'action' | 'prompt' | 'observation'> {
  readonly maxObservationChars: number
  /** What the skill is run in, if a schema or tools are sent beside the prompt. */
  readonly environment?: Pick<Environment, 'actionSchema' | 'tools'> | undefined
  readonly layout?: StateLayout | undefined
  /** Most UTF-16 units that a retry adds. Default 0: then the number speaks of the first attempt only. */
  readonly maxRetryChars?: number | undefined
  /** Most characters of images and files in base64 that a prompt shows. Default: it shows none. */
  readonly maxPartChars?: number | undefined
}

/** How much a step of a skill can send, in UTF-16 units; or why there is no such number. */
export type Certificate =
  | {
      readonly bounded: true
      readonly promptChars: number
      /** Most characters of images and files in base64 that are sent beside `promptChars`. Absent: none are. */
      readonly partChars?: number | undefined
      /**
       * Instructions, the text of A.4, and what is sent beside the prompt or added by a retry; the state; the observation.
       * Their sum is `promptChars`.
       */
      readonly parts: { readonly fixed: number; readonly state: number; readonly observation: number }
    }
  | { readonly bounded: false; readonly unbounded: readonly Unbounded[] }

/**
 * Proves from the schema, and from the guard `maxStateChars` if there is one, that no step of any episode
 * sends a longer prompt, whatever model and environment do: the text of each value at its longest, with every
 * character escaped. Counts tools and schemas that are sent beside the prompt if `environment` is given.
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
  { maxObservationChars, environment, maxRetryChars = 0, maxPartChars, layout, ...reply }: CertifyOptions,
): Certificate {
  if (!(maxObservationChars >= 0 && maxObservationChars < Infinity)) {
    const message = `expected maxObservationChars to be a number from 0, found ${maxObservationChars}`
    throw invalidOption(message)
  }
  const bySchema = stateBound(skill.schema)
  // Σ_0 is subject to no guard, and stays if every patch is rejected.
  const byGuard = Math.max(capOf(skill.options.guards), skill.initialState.text.length)
  const whole = Math.min(bySchema.most, byGuard)
  const state = whole + Math.floor(layout?.maxExtraChars(whole) ?? 0)
  if (state === Infinity) return { bounded: false, unbounded: bySchema.unbounded }

  const { field = '', texts = {} } = skill.skill.stages ?? {}
  const states = [State.EMPTY, ...Object.keys(texts).map((name) => State.from({ [field]: name }))]
  const around = states.map((shown) => {
    const prompt = ask(skill.skill, shown, '', { ...reply, encoding: skill.options.encoding })
    return promptLength(prompt) - shown.text.length
  })
  const { request } = environment === undefined ? {} : replyRequest(skill, environment, reply)
  const beside = requestLength({ ...request, prompt: '' }) + maxRetryChars
  const fixed = Math.max(...around) + beside
  const observation = longestCapped(maxObservationChars)
  return {
    bounded: true,
    promptChars: fixed + state + observation,
    ...known({ partChars: maxPartChars }),
    parts: { fixed, state, observation },
  }
}
