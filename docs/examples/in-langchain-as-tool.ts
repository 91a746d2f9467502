// An agent with a state as a tool of a LangChain agent.
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { type Agent, type AsToolOptions, asTool } from '@skill-state/agent'
import { toTool } from '@skill-state/langchain'
import { createAgent, type ReactAgent } from 'langchain'

export function concierge(model: BaseChatModel, travel: Agent<unknown>, options: AsToolOptions): ReactAgent {
  const tools = [toTool('travel', asTool(travel, options))]
  return createAgent({ model, systemPrompt: 'You help guests.', tools })
}
