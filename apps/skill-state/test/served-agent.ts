// An agent in a file, as `skill-state serve` takes it.
import { type Agent, agent } from '@skill-state/agent'
import { scripted } from '@skill-state/models'

export const description = 'Counts sheep.'

const sheep: Agent<unknown> = agent({
  model: scripted(['{"state_patch": {"sheep": 1}, "action": {"reply": "One."}}']),
  instructions: 'Count.',
  state: { type: 'object', properties: { sheep: { type: 'integer' } }, additionalProperties: false },
  tools: {},
  onWarning: () => {},
})
export default sheep
