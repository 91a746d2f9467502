import { type BaseCallbackHandler, callbackHandlerPrefersStreaming } from '@langchain/core/callbacks/base'
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { ModelProfile } from '@langchain/core/language_models/profile'
import {
  AIMessage,
  AIMessageChunk,
  type AIMessageFields,
  type BaseMessage,
  type UsageMetadata,
} from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'
import type { StepAnswer } from '@skill-state/agent/embedded'
import { known, type Usage } from '@skill-state/protocol'
import type { ChatModel } from './chat-model.ts'
import type { BoundTools } from './with-tools.ts'

/** One call of the model, as the graph makes it. */
export interface AskedCall {
  readonly messages: readonly BaseMessage[]
  readonly run: CallbackManagerForLLMRun | undefined
  /** Takes a piece of a reply to the user. */
  readonly tell: (piece: string) => Promise<void> | undefined
  readonly signal: AbortSignal | undefined
  readonly bound: BoundTools
  /** Hears each answer of the model behind it. */
  readonly onBeside: (message: AIMessage | AIMessageChunk) => void
}

/**
 * A chat model for one call: it answers with the decision of an agent, so a stream shows replies. Traces hide it, and show the
 * calls of the model behind it.
 */
export class StateChatModel extends BaseChatModel {
  readonly #decide: (call: AskedCall) => Promise<StepAnswer>
  readonly #chat: ChatModel
  #bound: BoundTools

  constructor(
    { chat, tools }: { readonly chat: ChatModel; readonly tools: BoundTools['tools'] },
    decide: (call: AskedCall) => Promise<StepAnswer>,
  ) {
    super({ tags: ['langsmith:hidden'] })
    this.#chat = chat
    this.#bound = { tools, options: {} }
    this.#decide = decide
  }

  override _llmType(): string {
    return 'skill-state'
  }

  /** What the chat model behind it can do. */
  override get profile(): ModelProfile {
    return (this.#chat as { profile?: ModelProfile }).profile ?? {}
  }

  /** The tools are bound to the chat model behind it. */
  override bindTools(tools: readonly unknown[], options: object = {}): this {
    this.#bound = { tools: tools as BoundTools['tools'], options: { ...options } }
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
    const message = await this.#answer({ messages, run: undefined, tell: () => undefined, signal })
    return message as AIMessageChunk
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
    const message = await this.#answer({ messages, run, tell, signal })
    return { generations: [{ text: message.text, message }] }
  }

  async #answer(call: Omit<AskedCall, 'bound' | 'onBeside'>): Promise<AIMessage> {
    const beside: Beside = { content: [], kwargs: {} }
    const onBeside = ({ content, additional_kwargs }: AIMessage | AIMessageChunk): void => {
      if (typeof content !== 'string')
        beside.content.push(...content.filter(({ type }) => !OWN.includes(type)))
      const { tool_calls: _, function_call: __, ...rest } = additional_kwargs
      Object.assign(beside.kwargs, rest)
    }
    return messageOf(await this.#decide({ ...call, bound: this.#bound, onBeside }), beside)
  }
}

/** What of the model's answers is for the graph alone: reasoning, and what a tool at the provider did. */
interface Beside {
  readonly content: Exclude<BaseMessage['content'], string>[number][]
  readonly kwargs: Record<string, unknown>
}

/** Parts that an answer of the runtime has of its own. */
const OWN: readonly string[] = [
  ...['text', 'text_delta', 'tool_use', 'tool_call', 'function_call', 'input_json_delta', 'functionCall'],
]

function messageOf({ text, calls, end, usage }: StepAnswer, { content, kwargs }: Beside): AIMessage {
  const fields = known({
    content: content.length > 0 ? [...content, { type: 'text', text }] : text,
    tool_calls: calls.map(({ id, tool, input }) => {
      return { type: 'tool_call', id, name: tool, args: input as Record<string, unknown> }
    }),
    additional_kwargs: kwargs,
    // Each checkpoint keeps each message, with undefined values as objects: only what says something is written.
    response_metadata: end === 'limit' ? { finish_reason: 'length' } : {},
    usage_metadata: usageOf(usage),
  })
  return new AIMessage(fields as AIMessageFields)
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
