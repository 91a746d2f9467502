import { compileSkill, promptLayout, runSkill } from '@skill-state/core'
import { schemaGuards } from '@skill-state/core/guards'
import { defineRuntime, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { attempts } from '../turns/options.ts'
import { type Ablations, runAblated } from './_ablated.ts'

type Options = Ablations & {
  attempts: number
  /** Whether a patch is merged with what lies below the first level of keys. Undefined: it is. */
  depth?: 'recursive' | 'shallow' | undefined
  /** Undefined: before the action, as Algorithm 1 has it. */
  commit?: 'before-action' | 'after-accept' | undefined
}

/** The paper's: a rejected reply is asked for again, and only the schema rejects. */
export const skillState: RuntimeRecord<Options> = defineRuntime<Options>({
  id: 'skill-state',
  description: 'the state and the newest observation; a rejected reply is asked for again',
  options: z.strictObject({
    attempts,
    depth: z.enum(['recursive', 'shallow']).optional(),
    commit: z.enum(['before-action', 'after-accept']).optional(),
    schema: z.enum(['on', 'off']).optional(),
    deletion: z.enum(['on', 'off']).optional(),
    reasoning: z.enum(['dropped', 'kept']).optional(),
  }),
  layout: promptLayout,
  ink: { light: '#c2410c', dark: '#ff9a62' },
  run: (input, { attempts, depth, commit, ...ablations }) =>
    runAblated(input, { patch: { depth }, reply: { attempts }, commit }, ablations),
})

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

type OnceOptions = { attempts: 1; noopWhen: 'always' }

/** Asks once: a rejected reply becomes the no-op, whatever was wrong with it. */
export const skillStateOnce: RuntimeRecord<OnceOptions> = defineRuntime<OnceOptions>({
  id: 'skill-state-once',
  description: 'skill-state that asks once: a rejected reply becomes the no-op',
  options: z.strictObject({
    attempts: z.literal(1).default(1),
    noopWhen: z.literal('always').default('always'),
  }),
  layout: promptLayout,
  run: (input, { attempts }) => runSkill(input, { reply: { attempts } }),
})
