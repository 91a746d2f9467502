import type { Issue } from '@skill-state/protocol'
import { countCharacters } from '../turns/characters.ts'
import type { Carrier } from '../turns/run-turns.ts'
import { buildTranscriptPrompt, transcriptLayout } from '../turns/transcript-prompt.ts'
import { turnText } from '../turns/turn-text.ts'
import type { PerplexityCompressor } from './_perplexity-compressor.ts'

/**
 * Carries the transcript of A.1, its history made to fit so that the whole prompt has at most `budget` code
 * points; what surrounds the history is never shortened and may exceed them. If the history is not shown
 * as it is, a note says how it was made to fit and which size the prompt reached.
 */
export function carryCompressed(
  instructions: string,
  compressor: PerplexityCompressor,
  budget: number,
): Carrier {
  return {
    async show(observation) {
      const around = countCharacters(buildTranscriptPrompt(instructions, '', observation))
      const { text, how } = await compressor.fit(budget - around)
      const prompt = buildTranscriptPrompt(instructions, text, observation)
      return { prompt, notes: how === undefined ? undefined : [note(how, countCharacters(prompt), budget)] }
    },
    add: (turn) => compressor.add(turnText(turn, transcriptLayout.turns.label)),
  }
}

function note(how: string, size: number, budget: number): Issue {
  return { path: '', message: `history ${how}; the prompt has ${size} of at most ${budget} characters` }
}
