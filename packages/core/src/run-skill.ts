import {
  capObservation,
  type Decision,
  type JsonObject,
  type RunInput,
  type Step,
} from '@skill-state/protocol'
import { act, type Compose } from './act.ts'
import { applyPatch, type PatchResult } from './apply-patch.ts'
import { compileSkill, type PatchOptions } from './compile-skill.ts'
import { checkAttempts, type DecideInput, decide, readReply } from './decide.ts'
import type { CommitMode, Journal } from './journal/journal.ts'
import type { StateLayout } from './layouts/layout.ts'
import { type AskOptions, ask, observationForm } from './prompt.ts'
import type { parseReply } from './reply/parse-reply.ts'
import { type ActionReader, actionReader, readingLists } from './reply/read-action.ts'
import { replyRequest } from './reply/reply-request.ts'
import { begin, type ResumeOptions } from './resume.ts'

/** How the model is asked, and how its replies are read. */
interface ReplyOptions extends Pick<DecideInput, 'attempts' | 'retry' | 'onRejected'> {
  /**
   * How a reply is written. `block` (default): the paper's. `json`: one JSON object, for which the model is given
   * the answer's schema; see `chooseEncoding` for an encoding that it can be held to. `native`: calls of the environment's
   * `tools` in the provider's own form, and of one more tool, `update_state`.
   */
  readonly answer?: AskOptions['answer']
  /** Whether the model is asked by a text (default, the paper's) or by a system message and one message of the user. */
  readonly prompt?: AskOptions['prompt']
  /** How prompts write Σ_t; see `@skill-state/core/layouts`. Default: whole, as the paper has it. */
  readonly layout?: StateLayout | undefined
  /** Finds what a reply says. Must not throw. Default: as the paper has it. */
  readonly parse?: typeof parseReply | undefined
  /** Judges the action, and each call of a list. Default: by the environment's `actionSchema`. */
  readonly readAction?: ActionReader | undefined
  /** Hears of each decision before its action is executed. */
  readonly onDecided?: ((decision: Decision) => void) | undefined
}

interface ObservationOptions {
  /** How an observation is kept apart from the rest of the prompt; see `PromptOptions`. */
  readonly form?: AskOptions['observation']
  /** Most UTF-16 units of an observation that the model is shown; the middle of a longer one is left out. */
  readonly maxChars?: number | undefined
  /**
   * Writes each observation that follows an action, and what the journal notes of it. Default: what the environment
   * answered, after a sentence about what was undone.
   */
  readonly compose?: Compose | undefined
}

/** Each group is about one part of a step. */
export interface RunSkillOptions {
  /** How patches are written and judged; `compileSkill` takes the same. */
  readonly patch?: PatchOptions | undefined
  readonly reply?: ReplyOptions | undefined
  readonly observation?: ObservationOptions | undefined
  /**
   * When Σ_{t+1} takes effect. `before-action` (default): as Algorithm 1 has it, whatever the environment
   * answers. `after-accept`: once the environment has not rejected the action; else Σ_t stays, and the next
   * observation tells the model which entries its undone patch was about.
   */
  readonly commit?: CommitMode | undefined
  /** For guards; see `Transition.context`. */
  readonly context?: unknown
  /** Keeps the episode, and says where to continue. Default: nothing is kept. */
  readonly journal?: Journal | undefined
  /** How an episode continues that the journal has. */
  readonly resume?: ResumeOptions | undefined
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
  const { journal, commit, context, resume, patch: writing, reply: asking = {} } = options
  const { form: written, maxChars = Infinity, compose } = options.observation ?? {}
  if (asking.attempts !== undefined) checkAttempts(asking.attempts)
  const skill = compileSkill(input.skill, writing) // P
  const asked = replyRequest(skill, environment, { ...asking, observation: written })
  const { form } = asked
  const heads = asked.request.cacheBreakpoints
  const deciding = { ...asking, model, noop: environment.noop, signal }
  const { parse = asked.parse } = asking
  const readAction = readingLists(asking.readAction ?? actionReader(environment), environment)
  const as = observationForm({ ...asking, observation: written })
  const show = (text: string): string => capObservation(text, maxChars, as)
  show('') // throws now what it would throw after the world was touched

  let { state, observation, index } = await begin(skill, input, { journal, compose, ...resume }) // Σ_0, O_0
  let since = journal?.position.since
  for (; !observation.done && !observation.waiting; index += 1) {
    const before = state // Σ_t
    const shown = show(observation.text) // O_t
    const { captured } = observation
    const merge = (patch: unknown, action: unknown): PatchResult =>
      applyPatch(skill, before, patch, { action, captured, context }) // ⊕
    const laid = asking.layout?.write(before, since)
    const prompt = ask(skill.skill, before, shown, laid ? { ...form, stateText: laid.text } : form) // A_t = (P, Σ_t, O_t)
    const request = laid
      ? { ...asked.request, cacheBreakpoints: laid.breakpoints(prompt, heads) }
      : asked.request
    const read = (reply: string) => readReply(reply, readAction, merge, parse)
    const decided = await decide({ ...deciding, prompt, request, read }) // R_t, ΔΣ_t, a_t
    const { decision, rejections, fallback } = decided
    asking.onDecided?.(decision)

    const after = decided.fallback ? before : decided.decision.state // Σ_t ⊕ ΔΣ_t
    const step = { index, skill, before, after, captured, decision, written: laid?.written }
    const acted = await act(step, input, { journal, commit, compose }) // execute a_t
    state = acted.state // Σ_{t+1}
    since = journal ? journal.position.since : laid?.since.next(state === after ? decision.patch : undefined)
    observation = acted.observation // O_{t+1}

    const { rolledBack, result } = acted
    yield { ...decision, index, observation: shown, rejections, fallback, state, rolledBack, result }
  }
}
