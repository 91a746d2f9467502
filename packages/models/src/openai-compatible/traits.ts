import type { Traits } from '../wire/provider.ts'
import { providerEntry } from '../wire/provider-table.ts'

/**
 * Every provider here counts in `prompt_tokens` what it read from a cache, and what it wrote to one. What differs is
 * where it says how much was read:
 *
 * - `prompt_tokens_details.cached_tokens`: Gemini, OpenRouter, Groq, xAI, vLLM (with `--enable-prompt-tokens-details`),
 *   llama.cpp since it has the field. OpenRouter adds `cache_write_tokens`.
 * - `prompt_cache_hit_tokens`, beside `prompt_cache_miss_tokens`: DeepSeek.
 * - `timings.cache_n`, beside the usage: llama.cpp. Its `timings.prompt_n` is the rest, and is not the input figure.
 * - Nowhere: Ollama and Mistral. The figure is then absent.
 */
export function traitsOf(provider: string): Traits {
  return { asksForUsage: true, completionHasReasoning: true, routes: false, ...providerEntry(provider) }
}
