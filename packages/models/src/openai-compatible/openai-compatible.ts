import type { Model } from '@skill-state/protocol'
import { systemClock } from '../limits/clock.ts'
import { known } from '../values/known.ts'
import { adapterOf } from '../wire/adapter.ts'
import { answerForms } from '../wire/answer-form.ts'
import type { AdapterOptions } from '../wire/endpoint.ts'
import { openaiSend } from '../wire/openai-send.ts'
import type { Traits } from '../wire/provider.ts'
import { providerEntry } from '../wire/provider-table.ts'
import type { Sampling } from '../wire/sampling.ts'
import { toRequest } from './request.ts'
import { toModelResponse } from './response.ts'
import { wholeCompletion } from './stream.ts'

export interface OpenAICompatibleOptions extends AdapterOptions, Sampling {
  /** A name of the table of providers; with a `baseUrl`, any name. */
  readonly provider: string
  readonly reasoningEffort?: string
}

/**
 * A model of any provider that speaks OpenAI's Chat Completions. `answerSchema` becomes the `response_format`, with
 * llama.cpp a grammar; if the model's dialect is `tool`, the parameters of a function that the model must call, whose
 * arguments are the reply.
 *
 * Throws `missing-key` or `invalid-option` before anything is sent; `generate` throws what the transport throws.
 */
export function openaiCompatible(options: OpenAICompatibleOptions): Model {
  const { provider, model, temperature, topP, topK, seed, reasoningEffort } = options
  const { stream = true, transport: { clock = systemClock } = {} } = options
  const sampling = known({ temperature, topP, topK, seed })
  const sent = { ...sampling, ...known({ reasoningEffort }) }
  const adapter = adapterOf(provider, options, sampling)
  const { endpoint, capabilities } = adapter
  const { dialect, maxOutputTokens } = capabilities
  const { host, secrets } = endpoint
  const traits = traitsOf(provider)
  const formFor = answerForms(dialect)
  const context = () => ({ secrets, now: clock.now() })
  const usage = traits.asksForUsage ? { stream_options: { include_usage: true } } : {}

  const send = openaiSend(endpoint, {
    path: '/chat/completions',
    bodyOf: (request) =>
      toRequest(request, { model, ...sent }, capabilities, formFor(request.answerSchema), traits),
    streaming: stream ? { ...usage, stream } : undefined,
    collect: wholeCompletion,
    read: (reply, { tools }) => toModelResponse(reply, model, traits, context(), tools !== undefined),
    context,
  })
  return adapter.model(send, { ...sent, host, maxOutputTokens, dialect, stream })
}

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
