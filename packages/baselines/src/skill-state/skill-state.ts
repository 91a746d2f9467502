import { promptLayout } from '@skill-state/core'
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
