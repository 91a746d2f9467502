import type { AnySchema } from '@skill-state/agent'
import { earlierOf } from '@skill-state/agent/embedded'
import {
  gateway,
  type LanguageModel,
  type LanguageModelMiddleware,
  type ModelMessage,
  wrapLanguageModel,
} from 'ai'
import { agentOf, middlewareOf, type StateOptions } from './state-middleware.ts'
import { asPrompt, readPrompt, withoutAddresses } from './transcript.ts'
import type { AnyModel } from './types.ts'

/** What `stateStep` uses of the arguments of a `prepareStep`. */
export interface StepArguments {
  readonly model: LanguageModel
  readonly messages: ModelMessage[]
}

/** What `stateStep` changes for a step. */
export interface PreparedStep {
  readonly model: LanguageModel
  readonly messages: ModelMessage[]
}

/**
 * A `prepareStep` for an existing `generateText`, `streamText` or `ToolLoopAgent`: each step goes to the model as
 * (P, Σ_t, O_t), and the AI SDK carries only what has happened since the last call of the model.
 */
export function stateStep<const Schema extends AnySchema>(
  options: StateOptions<Schema>,
): (step: StepArguments) => PreparedStep {
  const agent = agentOf(options.skill)
  return ({ model, messages }) => {
    // From the last message of the assistant on.
    const from = Math.max(
      0,
      messages.findLastIndex(({ role }) => role === 'assistant'),
    )
    const isTurn = from > 0 && messages.at(-1)?.role === 'user'
    const before = messages.slice(0, from).map(asPrompt)
    const earlier = isTurn ? earlierOf(readPrompt(before).transcript) : undefined
    const middleware = middlewareOf(agent, options.session, earlier)
    return { model: withMiddleware(model, middleware), messages: messages.slice(from).map(withoutAddresses) }
  }
}

export function withMiddleware(model: LanguageModel, middleware: LanguageModelMiddleware): LanguageModel {
  return wrapLanguageModel({ model: resolve(model), middleware })
}

function resolve(model: LanguageModel): AnyModel {
  if (typeof model !== 'string') return model
  return (globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway).languageModel(model)
}
