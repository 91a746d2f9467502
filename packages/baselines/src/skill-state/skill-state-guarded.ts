import { compileSkill, promptLayout, runSkill } from '@skill-state/core'
import { schemaGuards } from '@skill-state/core/guards'
import { defineRuntime, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'

/** More than other runtimes have, since guards reject more. */
const GUARDED_ATTEMPTS = 5

/** With the guards that the skill's schema asks for. */
export const skillStateGuarded: RuntimeRecord<{ attempts: number; guards: string }> = defineRuntime({
  id: 'skill-state-guarded',
  description: "skill-state with the guards that the skill's schema asks for",
  options: z.strictObject({
    attempts: z.int().min(1).default(GUARDED_ATTEMPTS),
    guards: z.literal('of the schema').default('of the schema'),
  }),
  layout: promptLayout,
  run: (input, { attempts }) =>
    runSkill(input, {
      patch: { guards: schemaGuards(compileSkill(input.skill).schema) },
      reply: { attempts },
    }),
})
