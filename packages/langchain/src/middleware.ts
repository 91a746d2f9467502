import { ToolMessage } from '@langchain/core/messages'
import { Command, isGraphBubbleUp } from '@langchain/langgraph'
import type { AnySchema } from '@skill-state/agent'
import { SkillStateError } from '@skill-state/protocol'
import { type AgentMiddleware, createMiddleware } from 'langchain'
import { type StateChannels, stateChannels } from './channels.ts'
import type { ChatModel } from './chat-model.ts'
import { EXECUTED } from './messages.ts'
import { type StateOptions, Stepper } from './stepper.ts'

/**
 * Middleware for `createAgent`: each call of the model sees the agent's system prompt, the state and the newest message or
 * result, and nothing else. The graph keeps its messages, tools, checkpoints and interrupts. The state is in the channel
 * `skillState`. Put it last in the list.
 */
export function stateMiddleware<const Schema extends AnySchema>(
  options: StateOptions<Schema>,
): AgentMiddleware<StateChannels> {
  const stepper = new Stepper(options, 'denied')
  return createMiddleware({
    name: 'SkillState',
    stateSchema: stateChannels,
    async wrapModelCall(request, handler) {
      const { model, tools, systemMessage, modelSettings, state, runtime } = request
      if (request.responseFormat !== undefined) {
        const message =
          'responseFormat: an agent on a state answers in text: leave it out, and read the state'
        throw new SkillStateError('invalid-option', message)
      }
      const asked = stepper.ask({
        chat: model as ChatModel,
        settings: modelSettings,
        instructions: systemMessage.text,
        tools,
        kept: state._skillSession,
        thread: runtime.configurable?.thread_id,
      })
      const message = await handler({ ...request, model: asked.model, systemMessage })
      return asked.update ? new Command({ update: { ...asked.update } }) : message
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
        const reason = error instanceof Error ? error.message : String(error)
        const content = `${name} failed: ${reason}`
        return new ToolMessage({ content, tool_call_id: id, name, status: 'error', additional_kwargs })
      }
    },
  })
}
