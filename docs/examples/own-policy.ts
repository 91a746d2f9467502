import { definePolicyRuntime } from '@skill-state/baselines'
import type { RuntimeRecord } from '@skill-state/protocol'

/** Shows how the task began, and the newest two turns. */
export const beginningAndEnd: RuntimeRecord<{ attempts: number; maxPromptChars: number }> =
  definePolicyRuntime({
    id: 'beginning-and-end',
    description: 'the first turn and the newest two',
    show: (messages) => (messages.length < 8 ? messages : [...messages.slice(0, 2), ...messages.slice(-5)]),
  })
