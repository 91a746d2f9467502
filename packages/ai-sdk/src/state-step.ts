import type { AnySchema } from '@skill-state/agent'
import type { EmbeddedAgent, Entry } from '@skill-state/agent/embedded'
import {
  gateway,
  type LanguageModel,
  type LanguageModelMiddleware,
  type ModelMessage,
  wrapLanguageModel,
} from 'ai'
import { agentOf, middlewareOf, type StateOptions } from './state-middleware.ts'
import { asPrompt, readPrompt, readsAlike } from './transcript.ts'

/** What `stateStep` uses of the arguments of a `prepareStep`, and what it changes. */
export interface StepArguments {
  readonly model: LanguageModel
  readonly messages: ModelMessage[]
}

/**
 * A `prepareStep` for an existing `generateText`, `streamText` or `ToolLoopAgent`: each step goes to the model as
 * (P, Σ_t, O_t), and the AI SDK carries only what has happened since the last call of the model.
 */
export function stateStep<const Schema extends AnySchema>(
  options: StateOptions<Schema>,
): (step: StepArguments) => StepArguments {
  return newestMessages(agentOf(options.skill), options.session)
}

/**
 * Leaves the AI SDK what has happened since the last call of the model, since it converts all messages that it has at each step.
 * The others are handed to the agent, which reads each of them once in a run.
 */
export function newestMessages(
  agent: Pick<EmbeddedAgent, 'step'>,
  session?: string,
): (step: StepArguments) => StepArguments {
  /** What came before a message that a step began with: a copy, which the AI SDK carries to the next step and lets go with the run. */
  const earlier = new WeakMap<ModelMessage, readonly Entry[]>()
  return ({ model, messages }) => {
    const from = newestFrom(messages)
    const read = readPrompt(messages.slice(0, from).map(asPrompt)).transcript
    const before = [...(messages[0] ? (earlier.get(messages[0]) ?? []) : []), ...read]
    const newest = messages.slice(from).map((message, index) => (index === 0 ? { ...message } : message))
    if (newest[0]) earlier.set(newest[0], before)
    return { model: withMiddleware(model, middlewareOf(agent, session, before)), messages: newest }
  }
}

/** The place of the assistant's last message; 0 if one before it has to be converted to be read. */
function newestFrom(messages: readonly ModelMessage[]): number {
  const last = Math.max(
    0,
    messages.findLastIndex(({ role }) => role === 'assistant'),
  )
  return messages.slice(0, last).every(readsAlike) ? last : 0
}

export function withMiddleware(model: LanguageModel, middleware: LanguageModelMiddleware): LanguageModel {
  const provider = globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway
  const resolved = typeof model === 'string' ? provider.languageModel(model) : model
  return wrapLanguageModel({ model: resolved, middleware })
}
