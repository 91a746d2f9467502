import type { ClientTool, ServerTool } from '@langchain/core/tools'
import { invalidOption, type ModelRequest } from '@skill-state/protocol'
import type { ChatModel } from './chat-model.ts'
import { nameOf } from './messages.ts'

/** Tools of a graph, and the options that it binds them with, such as a choice or a schema of the answer. */
export interface BoundTools {
  readonly tools: readonly (ClientTool | ServerTool)[]
  readonly options: Readonly<Record<string, unknown>>
}

/** A chat model as it can be bound, or with options bound to it already. */
interface Bindable {
  bindTools?(tools: readonly unknown[], options: object): ChatModel
  readonly bound?: Bindable
  readonly kwargs?: object
  readonly config?: object
}

/** The chat model with the tools of the graph and those of the runtime. A choice of none leaves those of the runtime. */
export function withTools(
  chat: ChatModel,
  { tools: asked }: Pick<ModelRequest, 'tools'>,
  { tools, options }: BoundTools,
): ChatModel {
  if (asked === undefined) return chat
  const { tool_choice: choice, ...rest } = options
  const own = asked
    .filter(({ name }) => !tools.some((tool) => nameOf(tool) === name))
    .map((spec) => ({ type: 'function', function: spec }))
  const all = choice === 'none' ? own : [...tools, ...own]
  return bind(chat, all, choice === 'none' || choice === undefined ? rest : options)
}

function bind(chat: ChatModel, tools: readonly unknown[], options: object): ChatModel {
  const { bound, kwargs, config = {} } = chat as Bindable
  const bindable = bound?.bindTools ? bound : (chat as Bindable)
  if (bindable.bindTools === undefined) {
    const message = `the chat model ${chat.getName()} has no bindTools: give one that calls tools, or the option toolCalls: 'text'`
    throw invalidOption(message)
  }
  const made = bindable.bindTools(tools, { ...kwargs, ...options })
  return bindable === chat ? made : (made.withConfig(config) as ChatModel)
}
