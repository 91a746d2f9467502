import type { Decision, JsonObject, RunInput, Step } from '@skill-state/protocol'
import { act } from './act.ts'
import { applyPatch, type PatchResult, type ReplyContext } from './apply-patch.ts'
import { capObservation } from './cap-observation.ts'
import { compileSkill, type PatchOptions } from './compile-skill.ts'
import { checkAttempts, type DecideInput, decide } from './decide.ts'
import type { CommitMode } from './journal/journal.ts'
import { type AskOptions, ask } from './prompt.ts'
import { createActionReader } from './reply/read-action.ts'
import { type ReplyReading, readReply } from './reply/read-reply.ts'
import { replyRequest } from './reply/reply-request.ts'
import { begin, type ResumeOptions } from './resume.ts'

export interface RunSkillOptions extends PatchOptions, ResumeOptions {
  /** Replies that a step may ask for, the first included. Default `DEFAULT_ATTEMPTS`. */
  readonly attempts?: number | undefined
  /** When the environment's no-op replaces a decision; see `DecideInput.noopWhen`. */
  readonly noopWhen?: DecideInput['noopWhen']
  /**
   * How a reply is written. `block` (default): the paper's. `json`: one JSON object, for which the model is given
   * the answer's schema; see `chooseEncoding` for an encoding that it can be held to. `call`: a call of one of the
   * environment's `tools`.
   */
  readonly answer?: AskOptions['answer']
  /** Whether the model is asked by a text (default, the paper's) or by a system message and one message of the user. */
  readonly prompt?: AskOptions['prompt']
  /** How an observation is kept apart from the rest of the prompt; see `PromptOptions`. */
  readonly observation?: AskOptions['observation']
  /**
   * When Σ_{t+1} takes effect. `before-action` (default): as Algorithm 1 has it, whatever the environment
   * answers. `after-accept`: once the environment has not refused the action; else Σ_t stays, and the next
   * observation tells the model which entries its undone patch was about.
   */
  readonly commit?: CommitMode | undefined
  /** Most UTF-16 units of an observation that the model is shown; the middle of a longer one is left out. */
  readonly maxObservationChars?: number | undefined
  /** For guards; see `Transition.context`. */
  readonly context?: unknown
  /** How replies are read and asked for again. Default: as the paper has it. */
  readonly replies?: ReplyReading | undefined
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
 *
 * @example
 * ```ts
 * import { runSkill } from '@skill-state/core'
 * import { scripted } from '@skill-state/models'
 *
 * const skill = {
 *   name: 'groceries',
 *   instructions: 'You keep a shopping list.',
 *   schema: { type: 'object', properties: { list: { type: 'object' } } },
 *   initialState: { list: {} },
 * }
 * const environment = {
 *   reset: async () => ({ text: 'We need 6 eggs.', done: false }),
 *   step: async () => ({ text: 'Noted.', done: true }),
 * }
 * const model = scripted(['{"state_patch": {"list": {"eggs": 6}}, "action": "note"}'])
 * for await (const { action, state } of runSkill({ skill, environment, model })) {
 *   console.log(action, state?.toJSON()) // note { list: { eggs: 6 } }
 * }
 * ```
 */
export function runSkill<State extends object = JsonObject>(
  input: RunInput<State>,
  options?: RunSkillOptions,
): AsyncGenerator<Step<State>, void, undefined>
export async function* runSkill(
  input: RunInput,
  options: RunSkillOptions = {},
): AsyncGenerator<Step, void, undefined> {
  const { environment, model, signal } = input
  const { attempts, noopWhen, maxObservationChars = Infinity, context, replies = {} } = options
  if (attempts !== undefined) checkAttempts(attempts)
  capObservation('', maxObservationChars) // throws now what it would throw after the world was touched
  const skill = compileSkill(input.skill, options) // P
  const { form, request, parse: parsePaper } = replyRequest(skill, environment, options)
  const { parse = parsePaper, readAction = createActionReader(environment), retry } = replies

  let { state, observation, index } = await begin(skill, input, options) // Σ_0, O_0
  for (; !observation.done && !observation.waiting; index += 1) {
    const before = state // Σ_t
    const shown = capObservation(observation.text, maxObservationChars) // O_t
    const { captured } = observation
    const merge = (patch: unknown, said: ReplyContext): PatchResult =>
      applyPatch(skill, before, patch, { ...said, captured, context }) // ⊕
    const prompt = ask(skill.skill, before, observation.text, form) // A_t = (P, Σ_t, O_t)
    const decided = await decide({
      model,
      prompt,
      request,
      read: (reply) => readReply(reply, readAction, merge, parse),
      retry,
      noop: environment.noop,
      noopWhen,
      attempts,
      onRejected: options.onRejected,
      signal,
    }) // R_t, ΔΣ_t, a_t
    options.onDecided?.(decided.decision)

    const after = decided.fallback ? before : decided.decision.state // Σ_t ⊕ ΔΣ_t
    const acted = await act({ index, skill, before, after, captured, ...decided.decision }, input, options) // execute a_t
    state = acted.state // Σ_{t+1}
    observation = acted.observation // O_{t+1}

    const { rejections, fallback } = decided
    const { rolledBack, result } = acted
    yield {
      ...decided.decision,
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
