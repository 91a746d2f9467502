/** How a provider's Chat Completions differ from OpenAI's. */
export interface Traits {
  /**
   * Whether a stream must be asked for usage (`stream_options.include_usage`). Mistral refuses the option, and sends
   * usage without it.
   */
  readonly asksForUsage: boolean
  /** Whether `completion_tokens` counts hidden reasoning. Where it does not, `total_tokens` does. */
  readonly completionHasReasoning: boolean
  /** Whether requests must say that only services which obey all their parameters may answer them. */
  readonly routes: boolean
}

const likeOpenAI: Traits = { asksForUsage: true, completionHasReasoning: true, routes: false }

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
const traits: Readonly<Record<string, Traits>> = {
  gemini: { ...likeOpenAI, completionHasReasoning: false },
  xai: { ...likeOpenAI, completionHasReasoning: false },
  mistral: { ...likeOpenAI, asksForUsage: false },
  openrouter: { ...likeOpenAI, routes: true },
}

export function traitsOf(provider: string): Traits {
  return (Object.hasOwn(traits, provider) ? traits[provider] : undefined) ?? likeOpenAI
}
