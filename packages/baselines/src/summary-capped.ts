import { defineRuntime, type RuntimeRecord, type Turn } from '@skill-state/protocol'
import { z } from 'zod'
import { MEMORY_CADENCE, MEMORY_WINDOW } from './memory.ts'
import { buildMemoryPrompt, type Memory, memoryLayout } from './summary/memory-prompt.ts'
import { type MemoryPolicy, runMemory } from './summary/run-memory.ts'
import { countCharacters, newestThatFit } from './turns/characters.ts'
import { attempts, maxPromptChars, PINNED_PROMPT_CHARS } from './turns/options.ts'
import { turnText } from './turns/turn-text.ts'

type SummaryCappedOptions = {
  attempts: number
  window: number
  cadence: number
  maxPromptChars: number
}

/** If the instructions leave next to nothing, the summary may still have this much, beyond the budget. */
const LEAST_SUMMARY_CHARS = 200

/**
 * The Summary-capped control: Memory under a budget for the whole prompt. The summary has at most half of what instructions and fixed texts
 * leave; the window has the rest, and turns that do not fit are summarised at once. A prompt exceeds the budget only if instructions,
 * summary and newest observation alone do, or if the model gave no summary.
 */
export const summaryCapped: RuntimeRecord<SummaryCappedOptions> = defineRuntime({
  id: 'summary-capped',
  description: `memory within ${PINNED_PROMPT_CHARS} characters`,
  options: z.strictObject({
    attempts,
    window: z.int().min(0).default(MEMORY_WINDOW),
    cadence: z.int().min(1).default(MEMORY_CADENCE),
    maxPromptChars,
  }),
  layout: memoryLayout,
  ink: { light: '#2b67a8', dark: '#7fb4ee', dash: '6 3' },
  run: (input, options) => runMemory(input, policy(input.skill.instructions, options)),
})

function policy(
  instructions: string,
  { attempts, window, cadence, maxPromptChars }: SummaryCappedOptions,
): MemoryPolicy {
  const size = (memory: Memory, observation: string): number =>
    countCharacters(buildMemoryPrompt(instructions, memory, observation))
  const nothing: Memory = { summary: '', turns: [] }
  const maxSummaryChars = Math.max(LEAST_SUMMARY_CHARS, Math.floor((maxPromptChars - size(nothing, '')) / 2))
  const text = (turn: Turn): string => turnText(turn, 'Response: ')
  return {
    attempts,
    maxSummaryChars,
    leaving(memory, observation) {
      const { turns } = memory
      const isDue = turns.length >= window + cadence
      if (!isDue && size(memory, observation) <= maxPromptChars) return 0
      const room = maxPromptChars - maxSummaryChars - size(nothing, observation)
      const newest = window === 0 ? [] : turns.slice(-window)
      return turns.length - newestThatFit(newest, text, room).length
    },
  }
}
