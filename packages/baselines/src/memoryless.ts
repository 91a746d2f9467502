import { defineRuntime, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { attempts } from './turns/options.ts'
import { runTurns } from './turns/run-turns.ts'
import { buildTranscriptPrompt, transcriptLayout } from './turns/transcript-prompt.ts'

/** The floor of every table: the prompt of A.1 without a history. What it scores, a task asks of no memory. */
export const memoryless: RuntimeRecord<{ attempts: number }> = defineRuntime({
  id: 'memoryless',
  description: 'the newest observation alone: the floor of each table',
  options: z.strictObject({ attempts }),
  layout: transcriptLayout,
  ink: { light: '#57534e', dark: '#c4beb6', dash: '1 4' },
  run: (input, options) => {
    const { instructions } = input.skill
    const show = (observation: string) => ({ prompt: buildTranscriptPrompt(instructions, '', observation) })
    return runTurns(input, { show, add: () => {} }, options)
  },
})
