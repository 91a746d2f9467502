import type { RunInput, Step, Turn } from '@skill-state/protocol'
import { countCharacters } from './_characters.ts'
import { newestThatFit } from './_newest-that-fit.ts'
import { runTurns } from './_run-turns.ts'
import { turnsText, turnText } from './_transcript.ts'
import { buildTranscriptPrompt } from './_transcript-prompt.ts'
import { wholeNumber } from './_whole-number.ts'
import { PINNED_PROMPT_CHARS } from './budget.ts'

export interface TruncatedOptions {
  /**
   * Most Unicode code points of the whole prompt, instructions and newest observation included; a prompt is
   * longer only where these two alone are. Default 1,800.
   */
  readonly maxPromptChars?: number | undefined
}

/**
 * The Truncated control (sliding window): the prompt of A.1 with as many whole turns as fit the budget, newest
 * first, in their order. Nothing says that earlier ones are missing. Throws `invalid-option`.
 */
export async function* truncated(
  input: RunInput,
  options: TruncatedOptions = {},
): AsyncGenerator<Step, void, undefined> {
  const budget = wholeNumber('maxPromptChars', options.maxPromptChars ?? PINNED_PROMPT_CHARS, 1)
  const { instructions } = input.skill
  const turns: Turn[] = []
  const text = (turn: Turn): string => turnText(turn, 'Reasoning & Action')
  yield* runTurns(input, {
    show(observation) {
      const room = budget - countCharacters(buildTranscriptPrompt(instructions, '', observation))
      const history = turnsText(newestThatFit(turns, text, room), 'Reasoning & Action')
      return { prompt: buildTranscriptPrompt(instructions, history, observation) }
    },
    add(turn) {
      turns.push(turn)
    },
  })
}
