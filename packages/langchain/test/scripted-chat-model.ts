import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  type MessageStructure,
  ToolMessage,
} from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'
import type { AdapterSetup, SentRequest } from '@skill-state/agent/conformance'
import { nameOf } from '../src/messages.ts'

type Answer = Awaited<ReturnType<AdapterSetup['reply']>>
type Reply = (text: string, signal: AbortSignal | undefined) => Promise<string | Answer | AIMessage>

/** What the model is called with beside its messages. */
interface Bound {
  readonly signal?: AbortSignal
  readonly tools?: readonly never[]
  readonly tool_choice?: unknown
  readonly response_format?: object
}

/** A chat model that answers by a function, and remembers what it was sent. */
export class ScriptedChatModel extends BaseChatModel {
  readonly sent: SentRequest[] = []
  readonly #reply: Reply
  #pending: Promise<unknown> = Promise.resolve()

  constructor(reply: Reply) {
    super({})
    this.#reply = reply
  }

  /** Waits for the last call, which LangChain leaves behind when it is aborted. */
  async settled(): Promise<void> {
    await this.#pending.catch(() => {})
  }

  override _llmType(): string {
    return 'scripted'
  }

  override get profile(): { structuredOutput: boolean } {
    return { structuredOutput: true }
  }

  override bindTools(tools: unknown[], options: object = {}): ReturnType<BaseChatModel['withConfig']> {
    return this.withConfig({ ...options, tools } as never)
  }

  override async _generate(messages: BaseMessage[], options: this['ParsedCallOptions']): Promise<ChatResult> {
    const message = await this.#answer(messages, options as Bound)
    return { generations: [{ text: message.text, message }] }
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    run?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const { text, content, tool_calls = [] } = await this.#answer(messages, options as Bound)
    const beside = typeof content === 'string' ? [] : content.filter(({ type }) => type !== 'text')
    if (beside.length > 0)
      yield new ChatGenerationChunk({ text: '', message: new AIMessageChunk({ content: beside }) })
    for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) {
      const chunk = new ChatGenerationChunk({ text: piece, message: new AIMessageChunk({ content: piece }) })
      yield chunk
      await run?.handleLLMNewToken(piece, undefined, undefined, undefined, undefined, { chunk })
    }
    if (tool_calls.length > 0)
      yield new ChatGenerationChunk({ text: '', message: new AIMessageChunk({ content: '', tool_calls }) })
  }

  async #answer(messages: BaseMessage[], options: Bound): Promise<AIMessage<MessageStructure>> {
    const { signal, tools = [], tool_choice: toolChoice, response_format } = options
    const names = tools.map((tool) => nameOf(tool) ?? '')
    this.sent.push({
      messages: messages.map(sentMessage),
      tools: names,
      toolChoice: toolChoice as string | undefined,
      hasSchema: response_format !== undefined,
    })
    signal?.throwIfAborted()
    const pending = this.#reply(messages.at(-1)?.text ?? '', signal)
    this.#pending = pending
    const reply = await pending
    if (AIMessage.isInstance(reply)) return reply
    const { text, calls, reasoning, searched } =
      typeof reply === 'string' ? { text: reply, calls: [] } : (reply as Answer)
    const beside = [
      ...(reasoning === undefined ? [] : [{ type: 'thinking', thinking: reasoning }]),
      ...(searched === undefined ? [] : [{ type: 'web_search_tool_result', content: searched }]),
    ]
    const usage_metadata = { input_tokens: 100, output_tokens: 10, total_tokens: 110 }
    return new AIMessage({
      content: beside.length > 0 ? [...beside, { type: 'text', text }] : text,
      tool_calls: calls.map(({ name, input }, index) => {
        return { type: 'tool_call', id: `c${index}`, name, args: JSON.parse(input) }
      }),
      usage_metadata,
    })
  }
}

function imagesIn(part: object): readonly string[] {
  const { url } = (part as { image_url?: { url: string } }).image_url ?? {}
  return url === undefined ? [] : [url.slice(url.indexOf(',') + 1)]
}

function sentMessage(message: BaseMessage): SentRequest['messages'][number] {
  const role = message.type === 'human' ? 'user' : message.type
  const calls = AIMessage.isInstance(message) ? (message.tool_calls ?? []).map(({ id = '' }) => id) : []
  const results = ToolMessage.isInstance(message) ? [message.tool_call_id] : []
  const { content } = message
  const marked = typeof content !== 'string' && content.some((part) => 'cache_control' in part)
  const images = typeof content === 'string' ? [] : content.flatMap(imagesIn)
  return { role, text: message.text, images, calls, results, marked }
}
