import { promptLayout, runSkill } from '@skill-state/core'
import { defineRuntime, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'

type Options = { attempts: 1; noopWhen: 'always' }

/** Asks once: a rejected reply becomes the no-op, whatever was wrong with it. */
export const skillStateOnce: RuntimeRecord<Options> = defineRuntime<Options>({
  id: 'skill-state-once',
  description: 'skill-state that asks once: a rejected reply becomes the no-op',
  options: z.strictObject({
    attempts: z.literal(1).default(1),
    noopWhen: z.literal('always').default('always'),
  }),
  layout: promptLayout,
  run: (input, reply) => runSkill(input, { reply }),
})
