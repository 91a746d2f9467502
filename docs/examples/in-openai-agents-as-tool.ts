// An agent with a state as a tool of an agent of the OpenAI Agents SDK.
import { Agent, type Model } from '@openai/agents'
import { type AsToolOptions, asTool, type Agent as StateAgent } from '@skill-state/agent'
import { toTool } from '@skill-state/openai-agents'

export function concierge(model: Model, travel: StateAgent<unknown>, options: AsToolOptions): Agent {
  const tools = [toTool('travel', asTool(travel, options))]
  return new Agent({ name: 'concierge', model, instructions: 'You help guests.', tools })
}
