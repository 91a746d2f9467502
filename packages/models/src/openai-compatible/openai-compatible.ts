import { known, type Model } from '@skill-state/protocol'
import { systemClock } from '../limits/clock.ts'
import { adapterOf } from '../wire/adapter.ts'
import { answerForms } from '../wire/answer-form.ts'
import type { AdapterOptions } from '../wire/endpoint.ts'
import { lazyPost } from '../wire/openai-client.ts'
import { toProviderError } from '../wire/openai-errors.ts'
import type { Sampling } from '../wire/sampling.ts'
import { sending } from '../wire/send.ts'
import { toRequest, traitsOf } from './request.ts'
import { toModelResponse } from './response.ts'
import { wholeCompletion } from './stream.ts'

interface OpenAICompatibleOptions extends AdapterOptions, Sampling {
  /** A name of the table of providers; with a `baseUrl`, any name. */
  readonly provider: string
  readonly reasoningEffort?: string
}

/**
 * A model of any provider with OpenAI's Chat Completions. `answerSchema` becomes the `response_format`, with llama.cpp a grammar, with the
 * dialect `tool` the parameters of a function that the model must call. Throws `missing-key` or `invalid-option` before it sends.
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

  const send = sending(secrets, {
    post: lazyPost(endpoint, '/chat/completions'),
    bodyOf: (request) =>
      toRequest(request, { model, ...sent }, capabilities, formFor(request.answerSchema), traits),
    streaming: stream ? { ...usage, stream } : undefined,
    collect: (events, heard, { tools }) => wholeCompletion(events, heard, tools !== undefined),
    read: (reply, { tools }) => toModelResponse(reply, model, traits, context(), tools !== undefined),
    failureOf: (error) => toProviderError(error, context()),
  })
  return adapter.model(send, { ...sent, host, maxOutputTokens, dialect, stream })
}
