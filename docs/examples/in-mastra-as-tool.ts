// An agent with a state as a tool of a Mastra agent.
import { Agent } from '@mastra/core/agent'
import { type AsToolOptions, asTool, type Agent as StateAgent } from '@skill-state/agent'
import { toTool } from '@skill-state/mastra'

type Model = ConstructorParameters<typeof Agent>[0]['model']

export function concierge(model: Model, travel: StateAgent<unknown>, options: AsToolOptions): Agent {
  const tools = { travel: toTool('travel', asTool(travel, options)) }
  return new Agent({
    id: 'concierge',
    name: 'concierge',
    instructions: 'You help guests.',
    model,
    tools,
  })
}
