import type { Usage } from '@skill-state/protocol'
import { tokensAt } from './_at.ts'
import { known } from './_known.ts'

/**
 * The usage of a response of OpenAI's Responses API. `input_tokens` counts all input, what was read from and written
 * to the cache included; `output_tokens` counts all output, reasoning included.
 */
export function usageOf(raw: unknown): Usage {
  return known({
    inputTokens: tokensAt(raw, 'input_tokens'),
    cachedInputTokens: tokensAt(raw, 'input_tokens_details', 'cached_tokens'),
    cacheWriteTokens: tokensAt(raw, 'input_tokens_details', 'cache_write_tokens'),
    outputTokens: tokensAt(raw, 'output_tokens'),
    reasoningTokens: tokensAt(raw, 'output_tokens_details', 'reasoning_tokens'),
  })
}
