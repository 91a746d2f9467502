import { type BaseMessage, ToolMessage } from '@langchain/core/messages'
import { Command, isGraphBubbleUp } from '@langchain/langgraph'
import type { AnySchema } from '@skill-state/agent'
import { reasonOf } from '@skill-state/protocol'
import { type AgentMiddleware, createMiddleware, toolStrategy } from 'langchain'
import { type StateChannels, stateChannels } from './channels.ts'
import type { ChatModel } from './chat-model.ts'
import { EXECUTED } from './messages.ts'
import type { StateChatModel } from './state-chat-model.ts'
import { type StateOptions, stepping } from './stepper.ts'

/** What LangChain answers with data: the answer of the model, and what it adds to the messages. */
interface Structured {
  readonly structuredResponse?: object
  readonly messages?: readonly BaseMessage[]
}

/** Formats of answers, each with one name for all steps: LangChain itself makes another one at each step. */
const formats = new WeakMap<object, unknown>()

function formatOf<Format>(format: Format, { profile }: Pick<StateChatModel, 'profile'>): Format {
  if (typeof format !== 'object' || format === null || profile.structuredOutput) return format
  const known = formats.get(format) ?? toolStrategy(format as never)
  formats.set(format, known)
  return known as Format
}

/**
 * Middleware for `createAgent`: each call of the model sees the agent's system prompt, the state and the newest message or
 * result, and nothing else. The graph keeps its messages, tools, checkpoints and interrupts. The state is in the channel
 * `skillState`. Put it last in the list.
 */
export function stateMiddleware<const Schema extends AnySchema>(
  options: StateOptions<Schema>,
): AgentMiddleware<StateChannels> {
  const ask = stepping(options, 'denied')
  return createMiddleware({
    name: 'SkillState',
    stateSchema: stateChannels,
    async wrapModelCall(request, handler) {
      const { model, tools, systemMessage, modelSettings, state, runtime } = request
      const asked = ask({
        chat: model as ChatModel,
        settings: modelSettings,
        system: systemMessage,
        tools,
        kept: state._skillSession,
        thread: runtime.configurable?.thread_id,
      })
      const responseFormat = formatOf(request.responseFormat, asked.model)
      const message: unknown = await handler({
        ...request,
        model: asked.model,
        systemMessage,
        responseFormat,
      })
      const { structuredResponse, messages = [] } = message as Structured
      const data = structuredResponse && { structuredResponse, messages: messages.slice(1) }
      return new Command({ update: { ...asked.update, ...data } })
    },
    /** A failed tool tells the model why. LangChain itself ends the run. */
    async wrapToolCall(request, handler) {
      const { id = '', name } = request.toolCall
      const additional_kwargs = { [EXECUTED]: true }
      try {
        const result = await handler(request)
        if (ToolMessage.isInstance(result) && result.status === 'error')
          Object.assign(result.additional_kwargs, additional_kwargs)
        return result
      } catch (error) {
        if (isGraphBubbleUp(error)) throw error
        const reason = reasonOf(error)
        const content = `${name} failed: ${reason}`
        return new ToolMessage({ content, tool_call_id: id, name, status: 'error', additional_kwargs })
      }
    },
  })
}
