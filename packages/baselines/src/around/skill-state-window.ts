import { promptLayout } from '@skill-state/core'
import { defineRuntime, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { attempts } from '../turns/options.ts'
import { recentTurns, runAround } from './around-skill.ts'

const heading = '\n\nSkill Execution State, with recent steps below:\n'

/** What several ports of SKILL.state ship: the newest turns beside the state (pi-skill-state has 2, others 3). */
export const skillStateWindow: RuntimeRecord<{ attempts: number; window: number }> = defineRuntime({
  id: 'skill-state-window',
  description: 'skill-state, and the newest 2 turns beside the state',
  options: z.strictObject({ attempts, window: z.int().min(1).default(2) }),
  layout: { ...promptLayout, heading, turns: recentTurns, observation: 'last' },
  ink: { light: '#be123c', dark: '#fb8ca4', dash: '4 2' },
  run: (input, { attempts, window }) => runAround(input, { attempts, heading, window }),
})
