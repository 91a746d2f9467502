import type { BaseLanguageModelInput } from '@langchain/core/language_models/base'
import {
  AIMessage,
  type AIMessageChunk,
  type BaseMessage,
  type ContentBlock,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import type { Runnable } from '@langchain/core/runnables'
import { concat } from '@langchain/core/utils/stream'
import type { StepRequest } from '@skill-state/agent/embedded'
import {
  type Capabilities,
  type FinishReason,
  type Message,
  type Model,
  type ModelRequest,
  type Part,
  reasonOf,
  SkillStateError,
} from '@skill-state/protocol'

/** A chat model, as it is or with options bound to it. */
export type ChatModel = Runnable<BaseLanguageModelInput, AIMessage | AIMessageChunk>

export interface ChatModelOptions {
  /** Names the model in records. Default: the chat model's own name for it. */
  readonly id?: string | undefined
  /** What is known of the model. A limit of tokens or cost needs `maxOutputTokens` and `prices`. */
  readonly capabilities?: Capabilities | undefined
}

/** Any LangChain chat model as a model of skill-state. A text is one user message. Tools of a request are not sent. */
export function fromChatModel(chat: ChatModel, { id, capabilities }: ChatModelOptions = {}): Model {
  return {
    id: id ?? nameOf(chat),
    capabilities,
    async generate(request) {
      request.signal?.throwIfAborted()
      try {
        const { calls: _, ...response } = await ask(chat, request)
        return response
      } catch (cause) {
        request.signal?.throwIfAborted()
        const reason = reasonOf(cause)
        throw new SkillStateError('model-failed', `the chat model failed: ${reason}`, { cause })
      }
    },
  }
}

/** How a chat model is called beside its prompt. */
export interface CallOptions {
  readonly tags?: string[] | undefined
  /** Options of the provider, such as a temperature. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** The message whose marks for the provider's cache the system message gets. */
  readonly system?: SystemMessage | undefined
  /** Hears what is for the framework alone. */
  readonly onBeside?: ((message: AIMessage | AIMessageChunk) => void) | undefined
}

type Response = Awaited<ReturnType<StepRequest['model']['generate']>>

/** Asks the chat model, as a stream if somebody listens. Throws what the chat model throws. */
export async function ask(
  chat: ChatModel,
  { prompt, signal, onText }: ModelRequest,
  { tags, settings, system, onBeside }: CallOptions = {},
): Promise<Response> {
  const input =
    typeof prompt === 'string'
      ? prompt
      : prompt.map((message) =>
          message.role === 'system' ? marked(message.text, system) : messageOf(message),
        )
  const options = { ...settings, tags, signal }
  if (!onText) {
    const message = await chat.invoke(input, options)
    onBeside?.(message)
    return responseOf(message, chat)
  }
  let whole: AIMessageChunk | undefined
  for await (const chunk of await chat.stream(input, options)) {
    whole = whole ? concat(whole, chunk as AIMessageChunk) : (chunk as AIMessageChunk)
    if (chunk.text !== '') onText(chunk.text)
  }
  if (whole === undefined) throw new Error('the stream ended without a message')
  onBeside?.(whole)
  return responseOf(whole, chat)
}

/** A system message with the marks that the last part of the framework's own has. */
function marked(text: string, { content }: Pick<SystemMessage, 'content'> = { content: '' }): SystemMessage {
  const last = Array.isArray(content) ? content.at(-1) : undefined
  return new SystemMessage(last ? { content: [{ ...last, type: 'text', text }] } : text)
}

function messageOf(message: Message): BaseMessage {
  const { text, role } = message
  if (role === 'tool') return new ToolMessage({ content: text, tool_call_id: message.id })
  if (role === 'user') return new HumanMessage(message.parts ? withParts(text, message.parts) : text)
  if (role === 'system') return new SystemMessage(text)
  const calls = (message.calls ?? []).map(({ id, name, input: args }) => {
    return { type: 'tool_call' as const, id, name, args }
  })
  return new AIMessage({ content: text, tool_calls: calls })
}

/** Images and files in the forms that most chat models take. */
function withParts(text: string, parts: readonly Part[]): { content: ContentBlock[] } {
  const shown = parts.map(({ type, mediaType, data, name }) =>
    type === 'image'
      ? { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } }
      : { type, source_type: 'base64', mime_type: mediaType, data, metadata: { filename: name ?? 'file' } },
  )
  return { content: [{ type: 'text', text }, ...shown] }
}

function responseOf(message: AIMessage | AIMessageChunk, chat: ChatModel): Response {
  const { usage_metadata: usage, response_metadata: metadata } = message
  const { input_token_details: input, output_token_details: output } = usage ?? {}
  const { model_name: name, model = name } = metadata as { model_name?: unknown; model?: unknown }
  const { tool_calls = [], invalid_tool_calls = [] } = message
  return {
    text: message.text,
    calls: [
      ...tool_calls.map(({ name, args }) => ({ name, input: JSON.stringify(args) })),
      ...invalid_tool_calls.map(({ name = '', args = '' }) => ({ name, input: args })),
    ],
    finishReason: finishReasonOf(metadata),
    usage: {
      inputTokens: usage?.input_tokens,
      cachedInputTokens: input?.cache_read,
      cacheWriteTokens: input?.cache_creation,
      outputTokens: usage?.output_tokens,
      reasoningTokens: output?.reasoning,
    },
    model: typeof model === 'string' ? model : nameOf(chat),
  }
}

function finishReasonOf(metadata: Readonly<Record<string, unknown>>): FinishReason {
  const reason = metadata.finish_reason ?? metadata.stop_reason ?? metadata.finishReason ?? 'stop'
  return (typeof reason === 'string' && REASONS[reason.toLowerCase()]) || 'other'
}

/** What providers call the end of a message. */
const REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  length: 'length',
  max_tokens: 'length',
  content_filter: 'refusal',
  refusal: 'refusal',
  safety: 'refusal',
}

function nameOf(chat: ChatModel): string {
  const { model, modelName = model } = chat as { model?: unknown; modelName?: unknown }
  return typeof modelName === 'string' ? modelName : chat.getName()
}
