import { type BaseCallbackHandler, callbackHandlerPrefersStreaming } from '@langchain/core/callbacks/base'
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import {
  AIMessage,
  AIMessageChunk,
  type AIMessageFields,
  type BaseMessage,
  type UsageMetadata,
} from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'
import type { StepAnswer } from '@skill-state/agent/embedded'
import type { Usage } from '@skill-state/protocol'

/** One call of the model, as the graph makes it. */
export interface AskedCall {
  readonly messages: readonly BaseMessage[]
  readonly run: CallbackManagerForLLMRun | undefined
  /** Takes a piece of a reply to the user. */
  readonly tell: (piece: string) => Promise<void> | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * A chat model for one call: it answers with the decision of an agent, so a stream shows replies. Traces hide it, and show the
 * calls of the model behind it.
 */
export class StateChatModel extends BaseChatModel {
  readonly #decide: (call: AskedCall) => Promise<StepAnswer>

  constructor(decide: (call: AskedCall) => Promise<StepAnswer>) {
    super({ tags: ['langsmith:hidden'] })
    this.#decide = decide
  }

  override _llmType(): string {
    return 'skill-state'
  }

  /** The agent describes the tools in its prompt. */
  override bindTools(): this {
    return this
  }

  /** Answers without a run of LangChain around the call of the model behind it, if no handler takes pieces. */
  override async invoke(...given: Parameters<BaseChatModel['invoke']>): Promise<AIMessageChunk> {
    const [input, options] = given
    const callbacks = options?.callbacks ?? []
    const handlers = 'handlers' in callbacks ? callbacks.handlers : (callbacks as BaseCallbackHandler[])
    if (handlers.some(callbackHandlerPrefersStreaming)) return await super.invoke(...given)
    const messages = BaseChatModel._convertInputToPromptValue(input).toChatMessages()
    const { signal } = options ?? {}
    const answer = await this.#decide({ messages, run: undefined, tell: () => undefined, signal })
    return messageOf(answer) as AIMessageChunk
  }

  override async _generate(
    messages: BaseMessage[],
    { signal }: this['ParsedCallOptions'],
    run?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    const tell = (piece: string): Promise<void> | undefined => {
      const chunk = new ChatGenerationChunk({ text: piece, message: new AIMessageChunk({ content: piece }) })
      return run?.handleLLMNewToken(piece, undefined, undefined, undefined, undefined, { chunk })
    }
    const answer = await this.#decide({ messages, run, tell, signal })
    return { generations: [{ text: answer.text, message: messageOf(answer) }] }
  }
}

function messageOf({ text, call, end, usage }: StepAnswer): AIMessage {
  const usage_metadata = usageOf(usage)
  return new AIMessage({
    content: text,
    tool_calls: call
      ? [{ type: 'tool_call', id: call.id, name: call.tool, args: call.input as Record<string, unknown> }]
      : [],
    // Each checkpoint keeps each message, with undefined values as objects: only what says something is written.
    response_metadata: end === 'limit' ? { finish_reason: 'length' } : {},
    ...(usage_metadata && { usage_metadata }),
  } as AIMessageFields)
}

function usageOf({ inputTokens, outputTokens = 0, cachedInputTokens }: Usage): UsageMetadata | undefined {
  if (inputTokens === undefined) return undefined
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    input_token_details: { cache_read: cachedInputTokens },
  } as UsageMetadata
}
