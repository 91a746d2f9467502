import type { RunInput, Step } from '@skill-state/protocol'
import { readReply } from './_read-reply.ts'
import { decide } from './decide.ts'
import { merge } from './merge.ts'
import { buildPrompt } from './prompt.ts'
import { createActionReader } from './read-action.ts'
import { compileSchema } from './validate.ts'

export interface RunSkillOptions {
  /** Replies that a step may ask for, the first included. Default `DEFAULT_ATTEMPTS`. */
  readonly attempts?: number
}

/**
 * Algorithm 1: the SKILL.state runtime. Only (P, Σ_t, O_t) reaches the model; what it reasoned is recorded
 * and dropped. The patch is committed before the action is executed, whatever the environment answers.
 */
export async function* runSkill(
  input: RunInput,
  options: RunSkillOptions = {},
): AsyncGenerator<Step, void, undefined> {
  const { skill, environment, model, seed } = input
  const signal = input.signal && { signal: input.signal }
  const validate = compileSchema(skill)
  const readAction = createActionReader(environment)

  let state = skill.initialState // Σ_0
  let observation = await environment.reset({ seed, ...signal }) // O_0
  for (let index = 0; !observation.done; index += 1) {
    const current = state // Σ_t
    const prompt = buildPrompt(skill, current, observation.text) // A_t = (P, Σ_t, O_t)
    const { decision, rejections, fallback } = await decide({
      model,
      prompt,
      read: (reply) => readReply(reply, current, validate, readAction),
      noop: environment.noop,
      attempts: options.attempts,
      ...signal,
    }) // R_t, ΔΣ_t, a_t
    if (decision.patch) state = merge(state, decision.patch) // Σ_{t+1} = Σ_t ⊕ ΔΣ_t
    const result = await environment.step(decision.action, signal) // execute a_t
    yield { ...decision, index, observation: observation.text, rejections, fallback, state, result }
    observation = result // O_{t+1}
  }
}
