import {
  fold,
  type Issue,
  type JsonObject,
  type Message,
  type Prompt,
  type PromptLayout,
  type Skill,
} from '@skill-state/protocol'
import type { PatchEncoding } from './encodings/encoding.ts'
import { mergeEncoding } from './encodings/merge-encoding.ts'
import { oneLine } from './json/excerpt.ts'
import { State } from './state/state.ts'

/**
 * How a reply is written. `block` (the paper's): reasoning, then a fenced block of JSON. `json`: one JSON object
 * with the reasoning in it, which a model can be held to by a schema. `native`: calls of tools in the provider's own form, one
 * of which is `update_state`.
 */
export type AnswerForm = 'block' | 'json' | 'native'

export interface PromptOptions {
  /** Says how a patch is written. Default `mergeEncoding`. */
  readonly encoding?: Pick<PatchEncoding, 'form'> | undefined
  /** Default `block`. */
  readonly answer?: AnswerForm | undefined
  /** Whether actions are text, as the paper's are, or JSON that the instructions describe. Default `text`. */
  readonly action?: 'text' | 'json' | undefined
  /**
   * How O_t is written, so that nothing in it can pass for another part of the prompt. `literal`: as it is, as the paper
   * has it; the default of one text with a block as answer. `folded`: each further line of it begins with `> `; the default
   * of all other forms. `parts`: as it is, because its author has folded the texts in it.
   */
  readonly observation?: 'literal' | 'folded' | 'parts' | undefined
  /** Σ_t as a layout writes it (`@skill-state/core/layouts`). Default: the state's own text. */
  readonly stateText?: string | undefined
}

type AskedSkill = Pick<Skill, 'instructions' | 'stages'>

export interface AskOptions extends PromptOptions {
  /** `text` (default): one text, as the paper has it. `messages`: see `buildMessages`. */
  readonly prompt?: 'text' | 'messages' | undefined
}

/**
 * A_t in the form that the options choose.
 *
 * @example
 * ```ts
 * import { ask } from '@skill-state/core'
 *
 * const prompt = ask({ instructions: 'Count.' }, { count: 1 }, 'Next.', { prompt: 'messages' })
 * console.log(typeof prompt === 'string' ? prompt : prompt.map(({ role }) => role)) // [ 'system', 'user' ]
 * ```
 */
export function ask(
  skill: AskedSkill,
  state: State | JsonObject,
  observation: string,
  options: AskOptions,
): Prompt {
  const build = options.prompt === 'messages' ? buildMessages : buildPrompt
  return build(skill, state, observation, options)
}

/**
 * The same in the roles that providers know: P and how to reply as the system message, which stays the same in every step,
 * and (Σ_t, O_t) as one message of the user, after the text of the present stage if the skill has stages.
 */
export function buildMessages(
  skill: AskedSkill,
  state: State | JsonObject,
  observation: string,
  options: PromptOptions = {},
): readonly [system: Message, user: Message] {
  const form = { ...options, prompt: 'messages' } as const
  return [
    { role: 'system', text: `${instructionsOf(skill, form)}${replyForm(form)}` },
    { role: 'user', text: userText(skill, state, observation, form).trimStart() },
  ]
}

/**
 * A_t = (P, Σ_t, O_t): the prompt of Appendix A.4, and all that the model sees in a step.
 *
 * To the character of the paper's listing, two spaces after `...` included, with these readings of it:
 * - the listing opens a code fence around the state and never closes it; here a line of three backticks
 *   closes it, before `Latest Observation:`;
 * - the last line of the listing ends in the space that separates it from the end of the LaTeX environment;
 *   the prompt ends with the closing brace, with neither space nor line break.
 *
 * Instructions and observation are neither trimmed nor escaped, except as the options for the observation say. The others
 * change what is said about the reply, and nothing else.
 *
 * @example
 * ```ts
 * import { buildPrompt } from '@skill-state/core'
 *
 * const prompt = buildPrompt({ instructions: 'Count.' }, { count: 1 }, 'Next.')
 * console.log(prompt.includes('Latest Observation: Next.')) // true
 * ```
 */
export function buildPrompt(
  skill: AskedSkill,
  state: State | JsonObject,
  observation: string,
  options: PromptOptions = {},
): string {
  const head = `Instructions:\n${instructionsOf(skill, options)}`
  return `${head}${userText(skill, state, observation, options)}${replyForm(options)}`
}

function userText(
  { stages }: AskedSkill,
  given: State | JsonObject,
  observation: string,
  options: AskOptions,
): string {
  const state = given instanceof State ? given : State.over(given)
  const shown = observationForm(options) === 'folded' ? fold(observation) : observation
  const name = stages === undefined ? undefined : state.get(stages.field)
  const known = typeof name === 'string' && Object.hasOwn(stages?.texts ?? {}, name)
  const stage = known ? `\n\n${instructionsOf({ instructions: stages?.texts[name] ?? '' }, options)}` : ''
  return `${stage}${HEADING}${FENCE}${options.stateText ?? state.text}\n\`\`\`\nLatest Observation: ${shown}`
}

/** How O_t is written in a form of prompt. */
export function observationForm({
  answer = 'block',
  prompt,
  observation,
}: AskOptions): 'literal' | 'folded' | 'parts' {
  return observation ?? (answer === 'block' && prompt !== 'messages' ? 'literal' : 'folded')
}

function instructionsOf({ instructions }: AskedSkill, options: AskOptions): string {
  if (observationForm(options) === 'literal') return instructions
  if (lastWritten.instructions !== instructions)
    lastWritten = { instructions, text: instructions.replace(HEADING_LINE, '$1> ') }
  return lastWritten.text
}

/** Each step of an episode writes the same instructions. */
let lastWritten = { instructions: '', text: '' }

/** A line of instructions that the heading of another part of the prompt begins. */
const HEADING_LINE =
  /(^|[\n\v\f\r\u0085\u2028\u2029])(?=[\t\p{Zs}]*(?:Skill Execution State|Latest Observation)[\t\p{Zs}]*:)/giu

const HEADING = '\n\nSkill Execution State:\n'
const FENCE = '```json\n'
const BLOCK = '\n\nProvide your response with:\n\n1. '
const OBJECT = '\n\nProvide your response as one JSON object and nothing else, '

export const promptLayout: PromptLayout = {
  heading: HEADING,
  carries: 'state',
  observation: 'first',
  replies: { [BLOCK]: 'json-block', [OBJECT]: 'json-object' },
}

/**
 * What all prompts of an episode begin with: P, up to the state, or up to the text of the stage if there are stages.
 */
export function promptHead(skill: AskedSkill, options: PromptOptions = {}): string {
  const next = skill.stages === undefined ? `${HEADING}${FENCE}` : '\n\n'
  return `Instructions:\n${instructionsOf(skill, options)}${next}`
}

/** The tool that writes the state, in the form `native`. */
export const UPDATE_STATE = 'update_state'

const ACTION_FORMS = {
  text: '"<string: the exact command you want to execute>"',
  json: '{ <object: the exact action you want to execute, as the instructions describe it> }',
}

function replyForm({ encoding = mergeEncoding, answer, action = 'text' }: PromptOptions): string {
  if (answer === 'native') {
    return `\n\nAct by calling tools; calls that do not depend on each other's results go into one answer. Call \`${UPDATE_STATE}\` in the same answer to write what later steps need: state and latest observation are all that you will see in the next step.`
  }
  const decision = `"state_patch": ${encoding.form}, "action": ${ACTION_FORMS[action]} }`
  if (answer === 'json') {
    return `${OBJECT}with exactly these keys in this order: { "reasoning": "<string: step-by-step reasoning, discarded after execution>", ${decision}`
  }
  return `${BLOCK}Step-by-step reasoning (will be discarded after execution)
2. A JSON block fenced with json ...  containing both your State Patch and your Action. The JSON block MUST have exactly these two keys: { ${decision}`
}

/**
 * The prompt of a step that is asked again: the same prompt, then why the last reply was rejected, one reason
 * a line. The rejected reply itself is not shown. The paper has no text for this; this one is ours.
 */
export function withReasons<P extends Prompt>(prompt: P, issues: readonly Issue[]): P
export function withReasons(prompt: Prompt, issues: readonly Issue[]): Prompt {
  const reasons = issues.map(({ path, message }) => {
    return path === '' ? `- ${oneLine(message, 500)}` : `- ${oneLine(path, 200)}: ${oneLine(message, 500)}`
  })
  const rejection = `

Your last reply was refused and nothing was executed. Reasons:
${reasons.join('\n')}

Give your whole reply again, in the format asked for above, with these points corrected.`
  if (typeof prompt === 'string') return prompt + rejection
  return prompt.map((message, index) =>
    index === prompt.length - 1 ? { ...message, text: message.text + rejection } : message,
  )
}
