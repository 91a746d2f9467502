import type { RunInput, Step, Turn } from '@skill-state/protocol'
import { countCharacters } from './_characters.ts'
import { buildMemoryPrompt, type Memory } from './_memory-prompt.ts'
import { newestThatFit } from './_newest-that-fit.ts'
import { runMemory } from './_run-memory.ts'
import { turnText } from './_transcript.ts'
import { wholeNumber } from './_whole-number.ts'
import { PINNED_PROMPT_CHARS } from './budget.ts'
import { MEMORY_CADENCE, MEMORY_WINDOW } from './memory.ts'

export interface SummaryCappedOptions {
  /** Most Unicode code points of the whole prompt, instructions and newest observation included. Default 1,800. */
  readonly maxPromptChars?: number | undefined
}

/** Where the instructions leave next to nothing, the summary may still have this much, beyond the budget. */
const LEAST_SUMMARY_CHARS = 200

/**
 * The Summary-capped control: the Memory runtime under a budget for the whole prompt. The summary has a hard
 * cap, half of what instructions and fixed texts leave; the window has the rest, and at most the turns that it
 * has in Memory. Turns that do not fit are summarised at once, however few they are.
 *
 * A prompt is longer than the budget only where instructions, summary and newest observation alone are, or
 * where the model gave no summary: no turn is dropped for the budget's sake. Throws `invalid-option`.
 */
export async function* summaryCapped(
  input: RunInput,
  options: SummaryCappedOptions = {},
): AsyncGenerator<Step, void, undefined> {
  const budget = wholeNumber('maxPromptChars', options.maxPromptChars ?? PINNED_PROMPT_CHARS, 1)
  const { instructions } = input.skill
  const size = (memory: Memory, observation: string): number =>
    countCharacters(buildMemoryPrompt(instructions, memory, observation))
  const nothing: Memory = { summary: '', turns: [] }
  const maxSummaryChars = Math.max(LEAST_SUMMARY_CHARS, Math.floor((budget - size(nothing, '')) / 2))
  const text = (turn: Turn): string => turnText(turn, 'Response')
  yield* runMemory(input, {
    maxSummaryChars,
    leaving(memory, observation) {
      const { turns } = memory
      const isDue = turns.length >= MEMORY_WINDOW + MEMORY_CADENCE
      if (!isDue && size(memory, observation) <= budget) return 0
      const room = budget - maxSummaryChars - size(nothing, observation)
      return turns.length - newestThatFit(turns.slice(-MEMORY_WINDOW), text, room).length
    },
  })
}
