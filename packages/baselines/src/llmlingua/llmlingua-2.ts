import type { RunInput, Step } from '@skill-state/protocol'
import { countCharacters } from '../_characters.ts'
import { runTurns } from '../_run-turns.ts'
import { wholeNumber } from '../_whole-number.ts'
import { PINNED_PROMPT_CHARS } from '../budget.ts'
import { carryCompressed } from './_carry-compressed.ts'
import { type FittedHistory, type HistoryCompressor, leftOut } from './_history-compressor.ts'
import { searchFit } from './_search-fit.ts'

/** A model that is trained to say which words of a text to keep. Deterministic. */
export interface TokenClassifier {
  /** Name of the model: it is part of what decides a figure. */
  readonly id: string
  /** The text with about `rate` of its tokens, above 0 and below 1. */
  compress(text: string, rate: number): Promise<string>
}

export interface Llmlingua2Options {
  /** For instance `atjshClassifier(…)`. */
  readonly classifier: TokenClassifier
  /** As for `llmlingua`. Default 1,800. */
  readonly maxPromptChars?: number | undefined
}

/** The rates that are tried are whole multiples of one of these. */
const RATES = 1000

/**
 * LLMLingua-2 (Pan et al., 2024), another method than LLMLingua: a trained classifier keeps or drops each word.
 * Carries what `llmlingua` carries, and searches the rate in steps of a thousandth. Throws `invalid-option`.
 */
export async function* llmlingua2(
  input: RunInput,
  { classifier, maxPromptChars = PINNED_PROMPT_CHARS }: Llmlingua2Options,
): AsyncGenerator<Step, void, undefined> {
  const budget = wholeNumber('maxPromptChars', maxPromptChars, 1)
  yield* runTurns(input, carryCompressed(input.skill.instructions, classified(classifier), budget))
}

function classified(classifier: TokenClassifier): HistoryCompressor {
  let whole = ''
  const attempt = async (step: number): Promise<Attempt> => {
    const rate = step / RATES
    const text = await classifier.compress(whole, rate)
    return { text, size: countCharacters(text), rate }
  }
  return {
    add(turn: string): void {
      whole += turn
    },
    async fit(room: number): Promise<FittedHistory> {
      const size = countCharacters(whole)
      if (size <= room) return { text: whole }
      const found = await searchFit({ largest: RATES, whole: size, room }, attempt)
      if (found === undefined) return leftOut
      return { text: found.text, how: `compressed at rate ${found.rate.toFixed(3)} by ${classifier.id}` }
    },
  }
}

interface Attempt {
  readonly text: string
  /** In code points. */
  readonly size: number
  readonly rate: number
}
