import { isJsonObject, type JsonObject, known, type Usage } from '@skill-state/protocol'
import { at, tokensAt } from '../values/at.ts'
import type { Traits } from '../wire/provider.ts'

/** The usage of a completion in our terms. What each provider's figures include: see `traits.ts`. */
export function usageOf(completion: unknown, traits: Traits): Usage {
  const usage = reported(completion)
  return known({
    inputTokens: tokensAt(usage, 'prompt_tokens'),
    cachedInputTokens:
      tokensAt(usage, 'prompt_tokens_details', 'cached_tokens') ??
      tokensAt(usage, 'prompt_cache_hit_tokens') ??
      tokensAt(completion, 'timings', 'cache_n'),
    cacheWriteTokens: tokensAt(usage, 'prompt_tokens_details', 'cache_write_tokens'),
    ...outputOf(usage, traits),
  })
}

/** The usage in the provider's own words, with llama.cpp's `timings`, which hold what its usage lacks. */
export function rawUsageOf(completion: unknown): JsonObject | undefined {
  const usage = reported(completion)
  const timings = at(completion, 'timings')
  if (!isJsonObject(usage)) return undefined
  return isJsonObject(timings) ? { ...usage, timings } : usage
}

/** Groq also says it at another place, in streams. */
function reported(completion: unknown): unknown {
  return at(completion, 'usage') ?? at(completion, 'x_groq', 'usage')
}

function outputOf(usage: unknown, { completionHasReasoning }: Traits) {
  const completion = tokensAt(usage, 'completion_tokens')
  const reasoning = tokensAt(usage, 'completion_tokens_details', 'reasoning_tokens')
  if (completionHasReasoning) return { outputTokens: completion, reasoningTokens: reasoning }
  const input = tokensAt(usage, 'prompt_tokens')
  const total = tokensAt(usage, 'total_tokens')
  const visible = completion ?? 0
  const rest = total === undefined || input === undefined ? undefined : total - input - visible
  const hidden = rest === undefined || rest < 0 ? reasoning : rest
  const output = completion === undefined && hidden === undefined ? undefined : visible + (hidden ?? 0)
  return { outputTokens: output, reasoningTokens: reasoning ?? (hidden === 0 ? undefined : hidden) }
}
