import type { AnySchema } from '@skill-state/agent'
import {
  gateway,
  type LanguageModel,
  type LanguageModelMiddleware,
  type ModelMessage,
  wrapLanguageModel,
} from 'ai'
import { type StateOptions, stateMiddleware } from './state-middleware.ts'
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
  const middleware = stateMiddleware(options)
  return ({ model, messages }) => ({ model: withMiddleware(model, middleware), messages: newest(messages) })
}

export function withMiddleware(model: LanguageModel, middleware: LanguageModelMiddleware): LanguageModel {
  return wrapLanguageModel({ model: resolve(model), middleware })
}

function resolve(model: LanguageModel): AnyModel {
  if (typeof model !== 'string') return model
  return (globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway).languageModel(model)
}

/** From the last message of the assistant on. */
function newest(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.slice(
    Math.max(
      0,
      messages.findLastIndex(({ role }) => role === 'assistant'),
    ),
  )
}
