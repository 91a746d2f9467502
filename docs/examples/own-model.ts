import { scripted } from '@skill-state/models'
import type { ModelRecord } from '@skill-state/suite'

/** Shows what a benchmark gives to an agent that never thinks. */
export const stubborn: ModelRecord = {
  id: 'stubborn',
  description: 'no language model: takes the same action at each step',
  runtimes: ['prompt', 'truncated'], // whose replies are an action alone; without this line, all
  create: () => scripted(() => '{"action": "wait"}', { id: 'stubborn' }),
}
