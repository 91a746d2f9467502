import type { Decision, RunInput, Step } from '@skill-state/protocol'
import { begin, keyOf, type ResumeOptions } from './_begin.ts'
import { readReply } from './_read-reply.ts'
import { replyRequest } from './_reply-request.ts'
import { settle } from './_settle.ts'
import { capObservation } from './cap-observation.ts'
import { compileSkill, type PatchOptions } from './compile-skill.ts'
import { checkAttempts, type DecideInput, decide } from './decide.ts'
import type { CommitMode } from './journal/journal.ts'
import { type AnswerForm, buildPrompt } from './prompt.ts'
import { createActionReader } from './read-action.ts'

export interface RunSkillOptions extends PatchOptions, ResumeOptions {
  /** Replies that a step may ask for, the first included. Default `DEFAULT_ATTEMPTS`. */
  readonly attempts?: number | undefined
  /** When the environment's no-op stands in for a decision; see `DecideInput.noopWhen`. */
  readonly noopWhen?: DecideInput['noopWhen']
  /**
   * How a reply is written. `block` (default): the paper's. `json`: one JSON object, for which the model is given
   * the answer's schema; see `chooseEncoding` for an encoding that it can be held to.
   */
  readonly answer?: AnswerForm | undefined
  /**
   * When Σ_{t+1} takes effect. `before-action` (default): as Algorithm 1 has it, whatever the environment
   * answers. `after-accept`: once the environment has not refused the action; else Σ_t stays, and the next
   * observation tells the model which entries its undone patch was about.
   */
  readonly commit?: CommitMode | undefined
  /** Most UTF-16 units of an observation that the model is shown; the middle of a longer one is left out. */
  readonly maxObservationChars?: number | undefined
  /** Hears of each rejected reply before the model is asked again. */
  readonly onRejected?: DecideInput['onRejected']
  /** Hears of each decision before its action is executed. */
  readonly onDecided?: ((decision: Decision) => void) | undefined
}

/**
 * Algorithm 1: the SKILL.state runtime. Only (P, Σ_t, O_t) reaches the model; what it reasoned is recorded
 * and dropped. With a journal, each decision is kept before it is executed, and a run that was cut off goes
 * on where it stopped; a step that was pending then is finished, not yielded. Returns if the environment waits
 * (`Observation.waiting`); `resumeWith` then continues, in this process or in another one.
 */
export async function* runSkill(
  input: RunInput,
  options: RunSkillOptions = {},
): AsyncGenerator<Step, void, undefined> {
  const { environment, model } = input
  const {
    journal,
    commit = 'before-action',
    answer,
    attempts,
    noopWhen,
    maxObservationChars = Infinity,
  } = options
  if (attempts !== undefined) checkAttempts(attempts)
  capObservation('', maxObservationChars) // throws now what it would throw after the world was touched
  const signal = input.signal && { signal: input.signal }
  const skill = compileSkill(input.skill, options)
  const readAction = createActionReader(environment)
  const { form, request } = replyRequest(skill, environment, answer)

  let { state, observation, index } = await begin(skill, input, options) // Σ_0, O_0
  for (; !observation.done && !observation.waiting; index += 1) {
    const before = state // Σ_t
    const shown = capObservation(observation.text, maxObservationChars) // O_t
    const { decision, rejections, fallback } = await decide({
      model,
      prompt: buildPrompt(skill.skill, before, shown, form), // A_t = (P, Σ_t, O_t)
      request,
      read: (reply) => readReply(skill, before, reply, readAction),
      noop: environment.noop,
      noopWhen,
      attempts,
      onRejected: options.onRejected,
      ...signal,
    }) // R_t, ΔΣ_t, a_t
    const after = fallback ? before : decision.state // Σ_t ⊕ ΔΣ_t
    const { patch, action, actionSource: source } = decision
    options.onDecided?.(decision)

    if (journal) await journal.decided({ index, patch, action, source, commit })
    const result = await environment.step(action, {
      ...keyOf(journal, index),
      ...signal,
      source,
    }) // execute a_t
    if (result.waiting?.for === 'approval') {
      if (journal) await journal.waiting(index, result.waiting)
      yield { ...decision, index, observation: shown, rejections, fallback, state: before, result }
      return
    }
    const settled = settle({ before, after, patch, commit }, result)
    state = settled.state // Σ_{t+1}
    observation = settled.observation // O_{t+1}
    if (journal) await journal.answered({ index, state, observation })

    const { rolledBack } = settled
    yield {
      ...decision,
      index,
      observation: shown,
      rejections,
      fallback,
      state,
      ...(rolledBack && { rolledBack }),
      result,
    }
  }
}
