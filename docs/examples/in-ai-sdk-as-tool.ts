// An agent with a state as a tool of a ToolLoopAgent.
import { type Agent, type AsToolOptions, asTool } from '@skill-state/agent'
import { toTool } from '@skill-state/ai-sdk'
import { type LanguageModel, ToolLoopAgent, type ToolSet } from 'ai'

export function concierge(
  model: LanguageModel,
  travel: Agent<unknown>,
  options: AsToolOptions,
): ToolLoopAgent<never, ToolSet> {
  const tools: ToolSet = { travel: toTool('travel', asTool(travel, options)) }
  return new ToolLoopAgent({ model, instructions: 'You help guests.', tools })
}
