import {
  type Enforcement,
  type JsonObject,
  type Model,
  type Skill,
  SkillStateError,
} from '@skill-state/protocol'
import { compileSkill } from './compile-skill.ts'
import { answerSchema } from './encodings/answer-schema.ts'
import type { PatchEncoding } from './encodings/encoding.ts'
import { keepEncoding } from './encodings/keep-encoding.ts'
import { mergeEncoding } from './encodings/merge-encoding.ts'
import { operationsEncoding } from './encodings/operations-encoding.ts'

export interface ChosenEncoding {
  readonly encoding: PatchEncoding
  /** Whether the model can be held to the answers of this encoding; if not, the prompt alone asks for them. */
  readonly enforcement: Enforcement
}

/** The paper's first, then the one that any state can be written in. */
const PREFERENCE = [mergeEncoding, operationsEncoding, keepEncoding] as const

/**
 * The first encoding to whose answers the model can be held: a strict mode cannot say "omitted key", so a merge
 * patch is not for it. If there is none, returns the paper's encoding and the reasons. Throws `invalid-skill`.
 *
 * @example
 * ```ts
 * import { chooseEncoding } from '@skill-state/core'
 * import { providerModel } from '@skill-state/models'
 *
 * const model = await providerModel('openai:gpt-5')
 * const schema = { type: 'object', properties: { done: { type: 'boolean' } }, additionalProperties: false }
 * const { enforcement } = chooseEncoding({ name: 'work', instructions: '', schema, initialState: {} }, model)
 * console.log(enforcement.enforced) // true
 * ```
 */
export function chooseEncoding(
  skill: Skill,
  model: Pick<Model, 'enforce'>,
  actionSchema?: JsonObject,
): ChosenEncoding {
  /** Undefined if the encoding cannot write the skill's state. */
  const judge = (encoding: PatchEncoding): ChosenEncoding | undefined => {
    try {
      const schema = answerSchema(compileSkill(skill, { encoding }), actionSchema)
      return { encoding, enforcement: model.enforce?.(schema) ?? NONE }
    } catch (error) {
      if (encoding !== mergeEncoding && error instanceof SkillStateError) return undefined
      throw error
    }
  }
  const options = PREFERENCE.map(judge)
  const held = options.find((option) => option?.enforcement.enforced)
  return held ?? { encoding: mergeEncoding, enforcement: options[0]?.enforcement ?? NONE }
}

const NONE: Enforcement = { enforced: false, dialect: 'none', reasons: [] }
