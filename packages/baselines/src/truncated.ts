import { defineRuntime, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { countCharacters, newestThatFit } from './turns/characters.ts'
import { attempts, maxPromptChars, PINNED_PROMPT_CHARS } from './turns/options.ts'
import { type Carrier, runTurns } from './turns/run-turns.ts'
import { buildTranscriptPrompt, transcriptLayout } from './turns/transcript-prompt.ts'
import { turnsText, turnText } from './turns/turn-text.ts'

const { label } = transcriptLayout.turns

/** The Truncated control (sliding window): the prompt of A.1 with as many of the newest whole turns as fit the budget. */
export const truncated: RuntimeRecord<{ attempts: number; maxPromptChars: number }> = defineRuntime({
  id: 'truncated',
  description: `the newest turns that fit into ${PINNED_PROMPT_CHARS} characters`,
  options: z.strictObject({ attempts, maxPromptChars }),
  layout: transcriptLayout,
  ink: { light: '#475569', dark: '#b4c0d0', dash: '2 3' },
  run: (input, { maxPromptChars, attempts }) =>
    runTurns(input, carryNewest(input.skill.instructions, maxPromptChars), { attempts }),
})

function carryNewest(instructions: string, budget: number): Carrier {
  return {
    show(observation, turns) {
      const room = budget - countCharacters(buildTranscriptPrompt(instructions, '', observation))
      const newest = newestThatFit(turns, (turn) => turnText(turn, label), room)
      return { prompt: buildTranscriptPrompt(instructions, turnsText(newest, label), observation) }
    },
  }
}
