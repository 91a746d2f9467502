import { defineRuntime, type RunInput, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { attempts } from './turns/options.ts'
import { type Carrier, runTurns } from './turns/run-turns.ts'
import {
  buildTranscriptPrompt,
  type TranscriptAnswer,
  transcriptHead,
  transcriptLayout,
} from './turns/transcript-prompt.ts'
import { turnText } from './turns/turn-text.ts'

/**
 * The Prompt runtime (ReAct, A.1): carries the whole transcript, every observation and every full reply, so its
 * prompt grows with each step. If a step was asked again, only the last reply enters the transcript.
 */
export const prompt: RuntimeRecord<{ attempts: number }> = defineRuntime({
  id: 'prompt',
  description: 'the whole transcript',
  options: z.strictObject({ attempts }),
  layout: transcriptLayout,
  ink: { light: '#475569', dark: '#b4c0d0' },
  run: (input, options) => runTurns(input, carryTranscript(input, 'line'), options),
})

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
    return runTurns(input, { show }, options)
  },
})

export function carryTranscript({ skill: { instructions } }: RunInput, answer: TranscriptAnswer): Carrier {
  const head = transcriptHead(instructions).length
  const turnEnds = [head]
  let history = ''
  return {
    show: (observation) => ({
      prompt: buildTranscriptPrompt(instructions, history, observation, answer),
      cacheBreakpoints: [...turnEnds],
    }),
    add(turn) {
      history += turnText(turn, transcriptLayout.turns.label)
      turnEnds.push(head + history.length)
    },
  }
}
