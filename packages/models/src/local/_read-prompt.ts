import type { LlamaSequence } from './_library.ts'

/**
 * How many tokens are read at once changes a model's figures a little. So what was read is used again in whole groups only, and a reply
 * depends on the prompt alone. Between two groups, a call can be given up.
 */
const GROUP = 64

export interface ReadPrompt {
  /** How many of the prompt's tokens were not read again. */
  readonly reused: number
  /** The tokens that are still to be read: at least one, at most a group. */
  readonly rest: readonly number[]
}

/** Reads prompts into one sequence, each without what it has in common with the one before. */
export class PromptReader {
  readonly #sequence: LlamaSequence
  /** How many tokens, from the first, were read in whole groups. */
  #grouped = 0

  constructor(sequence: LlamaSequence) {
    this.#sequence = sequence
  }

  /** Reads a prompt but for its last tokens: reading those is one with writing the reply. Throws the signal's reason. */
  async read(tokens: readonly number[], signal: AbortSignal | undefined): Promise<ReadPrompt> {
    const end = wholeGroups(tokens.length - 1)
    const { kept, reused } = await this.#keep(tokens, end)
    for (let at = kept; at < end; at = this.#grouped) {
      signal?.throwIfAborted()
      await this.#sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(at, at + GROUP))
      this.#grouped = at + GROUP
    }
    return { reused, rest: tokens.slice(end) }
  }

  /** Keeps what the context has in common with the tokens, up to a limit. With a sliding window, the engine may read it again. */
  async #keep(tokens: readonly number[], limit: number): Promise<{ kept: number; reused: number }> {
    const sequence = this.#sequence
    const { firstDifferentIndex } = sequence.compareContextTokens(tokens)
    const kept = wholeGroups(Math.min(firstDifferentIndex, this.#grouped, limit))
    this.#grouped = kept
    const before = sequence.tokenMeter.usedInputTokens
    if (kept < sequence.nextTokenIndex) {
      await sequence.eraseContextTokenRanges([{ start: kept, end: sequence.nextTokenIndex }])
    }
    return { kept, reused: Math.max(0, kept - (sequence.tokenMeter.usedInputTokens - before)) }
  }
}

const wholeGroups = (tokens: number): number => tokens - (tokens % GROUP)
