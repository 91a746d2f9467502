import { promptLayout } from '@skill-state/core'
import { defineRuntime, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { attempts } from '../turns/options.ts'
import { changeBlock } from './_reply-block.ts'
import { recentTurns, runAround } from './around-skill.ts'
import { withoutNulls } from './without-nulls.ts'

type Options = { attempts: number; window: number }

const heading = '\n\nWorking Memory:\n'
const headingWithTurns = '\n\nSkill Execution State, with recent steps below:\n'

/** What several ports of SKILL.state ship: the newest turns beside the state (pi-skill-state has 2, others 3). */
export const skillStateWindow: RuntimeRecord<Options> = defineRuntime({
  id: 'skill-state-window',
  description: 'skill-state, and the newest 2 turns beside the state',
  options: z.strictObject({ attempts, window: z.int().min(1).default(2) }),
  layout: { ...promptLayout, heading: headingWithTurns, turns: recentTurns, observation: 'last' },
  ink: { light: '#be123c', dark: '#fb8ca4', dash: '4 2' },
  run: (input, options) => runAround(input, { ...options, heading: headingWithTurns }),
})

/**
 * Mastra's typed working memory with the last messages (@mastra/memory 1.31.0, https://github.com/mastra-ai/mastra): an update
 * merges, and its nulls are stripped, so nothing is ever deleted. Mastra's 10 last messages are 5 turns here.
 */
export const workingMemory: RuntimeRecord<Options> = defineRuntime({
  id: 'working-memory',
  description: 'a typed memory from which nothing is deleted, and the newest 5 turns',
  options: z.strictObject({ attempts, window: z.int().min(1).default(5) }),
  layout: { ...promptLayout, heading, turns: recentTurns, observation: 'last' },
  ink: { light: '#15803d', dark: '#6ed08f', dash: '3 3' },
  run: (input, options) =>
    runAround(input, {
      ...options,
      heading,
      reply: (reply) =>
        changeBlock(reply, (block) => ({ ...block, state_patch: withoutNulls(block.state_patch ?? {}) })),
    }),
})
