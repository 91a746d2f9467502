import { promptLayout, runSkill } from '@skill-state/core'
import { defineRuntime, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { attempts } from '../turns/options.ts'

/** The paper's: a rejected reply is asked for again, and only the schema rejects. */
export const skillState: RuntimeRecord<{ attempts: number }> = defineRuntime<{ attempts: number }>({
  id: 'skill-state',
  description: 'the state and the newest observation; a refused reply is asked for again',
  options: z.strictObject({ attempts }),
  layout: promptLayout,
  ink: { light: '#c2410c', dark: '#ff9a62' },
  run: runSkill,
})
