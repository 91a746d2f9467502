import type { Usage } from '@skill-state/protocol'

/** How far an answer moves the estimate to what it used itself. */
const WEIGHT = 1 / 8

/**
 * What the next call of a model will use: as many tokens a byte of the prompt, and as long a reply, as the answers before
 * had, in a moving average. Before the first answer: English text, and a short reply. It needs no tokenizer.
 */
export class Estimate {
  #tokensAByte = 1 / 4
  #replyTokens = 500

  /** Tokens of the prompt and of a reply to it, together. */
  expected(prompt: string): number {
    return Buffer.byteLength(prompt) * this.#tokensAByte + this.#replyTokens
  }

  /** Tokens that an answer used, from which it learns; what the provider does not say is as expected. */
  used(prompt: string, { inputTokens, outputTokens = this.#replyTokens }: Usage): number {
    const bytes = Math.max(1, Buffer.byteLength(prompt))
    const input = inputTokens ?? bytes * this.#tokensAByte
    this.#tokensAByte += WEIGHT * (input / bytes - this.#tokensAByte)
    this.#replyTokens += WEIGHT * (outputTokens - this.#replyTokens)
    return input + outputTokens
  }
}
