import type { Usage } from '@skill-state/protocol'

/** What calls are taken to use before the first answer says more: English text, and a short reply. */
const TOKENS_A_BYTE = 1 / 4
const REPLY_TOKENS = 500
/** How far an answer moves the estimate to what it used itself. */
const WEIGHT = 1 / 8

/** What the next call of a model will use, as far as the last ones tell. */
export interface Estimate {
  /** Tokens of the prompt and of a reply to it, together. */
  expected(prompt: string): number
  /** Tokens that an answer used; what the provider does not say is as expected. */
  used(prompt: string, usage: Usage): number
}

/**
 * Expects as many tokens a byte of the prompt, and as long a reply, as the answers before had: a moving average, in
 * which an answer weighs an eighth. What is said of usage is learned by `used`, and needs no tokenizer.
 */
export function tokenEstimate(): Estimate {
  let tokensAByte = TOKENS_A_BYTE
  let replyTokens = REPLY_TOKENS
  return {
    expected: (prompt) => Buffer.byteLength(prompt) * tokensAByte + replyTokens,
    used(prompt, { inputTokens, outputTokens }) {
      const bytes = Math.max(1, Buffer.byteLength(prompt))
      const input = inputTokens ?? bytes * tokensAByte
      const output = outputTokens ?? replyTokens
      tokensAByte += WEIGHT * (input / bytes - tokensAByte)
      replyTokens += WEIGHT * (output - replyTokens)
      return input + output
    },
  }
}
