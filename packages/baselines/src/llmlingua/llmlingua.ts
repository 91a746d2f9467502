import { type RunInput, SkillStateError, type Step } from '@skill-state/protocol'
import { runTurns } from '../_run-turns.ts'
import { wholeNumber } from '../_whole-number.ts'
import { PINNED_PROMPT_CHARS } from '../budget.ts'
import { carryCompressed } from './_carry-compressed.ts'
import { PerplexityCompressor } from './_perplexity-compressor.ts'
import type { CausalModel } from './causal-model.ts'
import { ngramModel } from './ngram/ngram-model.ts'

/** k of LLMLingua's budget controller, as its paper sets it. */
export const LLMLINGUA_GRANULARITY: number = 2

/** Tokens that LLMLingua judges together, as its paper sets it. */
export const LLMLINGUA_SEGMENT: number = 100

export interface LlmlinguaOptions {
  /** Judges the tokens. Default: `ngramModel()`. Whoever made it disposes of it. */
  readonly model?: CausalModel | undefined
  /**
   * Most Unicode code points of the whole prompt, instructions and newest observation included; a prompt is
   * longer only where these two alone are. Default 1,800.
   */
  readonly maxPromptChars?: number | undefined
  /** By how much the turns taken may exceed what is to remain of them. From 1; default 2. */
  readonly granularity?: number | undefined
  /** Tokens judged together. Default 100. */
  readonly segmentSize?: number | undefined
}

/**
 * ReAct + LLMLingua: the prompt of A.1, its history pruned by the method of Jiang et al., "LLMLingua:
 * Compressing Prompts for Accelerated Inference of Large Language Models" (2023). The method misses the size
 * it aims at, so each step searches for the rate whose result fits, and says in a note which one it was.
 *
 * The instructions, the newest observation and the texts of A.1 have the rate 1, where that paper prunes
 * instructions and question a little too (0.85 and 0.9): every runtime shows the same text of the skill. Throws
 * `invalid-option`.
 */
export async function* llmlingua(
  input: RunInput,
  options: LlmlinguaOptions = {},
): AsyncGenerator<Step, void, undefined> {
  const { instructions } = input.skill
  const { model = ngramModel(), granularity = LLMLINGUA_GRANULARITY } = options
  const budget = wholeNumber('maxPromptChars', options.maxPromptChars ?? PINNED_PROMPT_CHARS, 1)
  const segmentSize = wholeNumber('segmentSize', options.segmentSize ?? LLMLINGUA_SEGMENT, 1)
  if (!(granularity >= 1)) {
    throw new SkillStateError('invalid-option', `granularity must be a number from 1, found ${granularity}`)
  }
  const compressor = new PerplexityCompressor({ model, granularity, segmentSize, instructions })
  yield* runTurns(input, carryCompressed(instructions, compressor, budget))
}
