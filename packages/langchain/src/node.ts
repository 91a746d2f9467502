import { type AIMessage, type BaseMessage, SystemMessage } from '@langchain/core/messages'
import type { RunnableConfig } from '@langchain/core/runnables'
import type { ClientTool } from '@langchain/core/tools'
import type { AnySchema } from '@skill-state/agent'
import type { ChannelUpdate } from './channels.ts'
import type { ChatModel } from './chat-model.ts'
import { type StateOptions, stepping } from './stepper.ts'

/** What the node needs that `createAgent` gives the middleware. */
export interface NodeOptions {
  readonly model: ChatModel
  readonly instructions: string
  /** The tools that the graph's `ToolNode` executes. */
  readonly tools: readonly ClientTool[]
}

/** The part of a graph's state that the node reads. */
export interface NodeState extends ChannelUpdate {
  readonly messages: BaseMessage[]
}

/** A node for an explicit graph, in the place of one that calls a model. Give the graph the channels of `stateChannels`. */
export function stateNode<const Schema extends AnySchema>(
  options: StateOptions<Schema> & NodeOptions,
): (state: NodeState, config: RunnableConfig) => Promise<ChannelUpdate & { messages: AIMessage[] }> {
  const { model: chat, instructions, tools, ...rest } = options
  const ask = stepping(rest as StateOptions<Schema>, 'failed')
  const system = new SystemMessage(instructions)
  return async ({ messages, _skillSession: kept }, config) => {
    const asked = ask({ chat, system, tools, kept, thread: config.configurable?.thread_id })
    const message = await asked.model.invoke(messages, config)
    return { ...asked.update, messages: [message as AIMessage] }
  }
}
