// An agent with a state as a tool of a Mastra agent.
import { Agent } from '@mastra/core/agent'
import { type AsToolOptions, asTool, type Agent as StateAgent } from '@skill-state/agent'
import { toTool } from '@skill-state/mastra'
import type { LanguageModel } from 'ai'

export function concierge(model: LanguageModel, travel: StateAgent<unknown>, options: AsToolOptions): Agent {
  const tools = { travel: toTool('travel', asTool(travel, options)) }
  return new Agent({
    id: 'concierge',
    name: 'concierge',
    instructions: 'You help guests.',
    model: model as never,
    tools,
  })
}
