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
import type { SentMessage } from '@skill-state/agent/conformance'

type Reply = (text: string, signal: AbortSignal | undefined) => Promise<string | AIMessage>

/** A chat model that answers by a function, and remembers what it was sent. */
export class ScriptedChatModel extends BaseChatModel {
  readonly sent: SentMessage[][] = []
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

  override bindTools(): this {
    return this
  }

  override async _generate(
    messages: BaseMessage[],
    { signal }: this['ParsedCallOptions'],
  ): Promise<ChatResult> {
    const message = await this.#answer(messages, signal)
    return { generations: [{ text: message.text, message }] }
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    { signal }: this['ParsedCallOptions'],
    run?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const { text, tool_calls = [] } = await this.#answer(messages, signal)
    for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) {
      const chunk = new ChatGenerationChunk({ text: piece, message: new AIMessageChunk({ content: piece }) })
      yield chunk
      await run?.handleLLMNewToken(piece, undefined, undefined, undefined, undefined, { chunk })
    }
    if (tool_calls.length > 0)
      yield new ChatGenerationChunk({ text: '', message: new AIMessageChunk({ content: '', tool_calls }) })
  }

  async #answer(
    messages: BaseMessage[],
    signal: AbortSignal | undefined,
  ): Promise<AIMessage<MessageStructure>> {
    this.sent.push(messages.map(sentMessage))
    signal?.throwIfAborted()
    const pending = this.#reply(messages.at(-1)?.text ?? '', signal)
    this.#pending = pending
    const reply = await pending
    if (typeof reply !== 'string') return reply
    const usage_metadata = { input_tokens: 100, output_tokens: 10, total_tokens: 110 }
    return new AIMessage({ content: reply, usage_metadata })
  }
}

function sentMessage(message: BaseMessage): SentMessage {
  const role = message.type === 'human' ? 'user' : message.type
  const calls = AIMessage.isInstance(message) ? (message.tool_calls ?? []).map(({ id = '' }) => id) : []
  const results = ToolMessage.isInstance(message) ? [message.tool_call_id] : []
  return { role, text: message.text, calls, results }
}
