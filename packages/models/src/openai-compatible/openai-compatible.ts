import type { Model } from '@skill-state/protocol'
import { systemClock } from '../limits/clock.ts'
import { limiterFor } from '../limits/limiters.ts'
import { overTransport, type Send } from '../transport/transport.ts'
import { known } from '../values/known.ts'
import { answerForms, enforcing } from '../wire/answer-form.ts'
import { type AdapterOptions, endpointOf } from '../wire/endpoint.ts'
import { lazyPost } from '../wire/openai-client.ts'
import { type ErrorContext, toProviderError } from '../wire/openai-errors.ts'
import { jsonIn, streamedReply } from '../wire/reply-body.ts'
import { checkSampling, outputLimit, type Sampling } from '../wire/sampling.ts'
import { capabilitiesFor } from './capabilities-for.ts'
import { toRequest } from './request.ts'
import { toModelResponse } from './response.ts'
import { wholeCompletion } from './stream.ts'
import { traitsOf } from './traits.ts'

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
  const { stream = true, transport = {} } = options
  const id = `${provider}:${model}`
  const endpoint = endpointOf(provider, options)
  const { secrets } = endpoint
  const traits = traitsOf(provider)
  const capabilities = capabilitiesFor(provider, model, {
    ...options.capabilities,
    ...outputLimit(id, options.maxOutputTokens),
  })
  const { dialect, maxOutputTokens } = capabilities
  const sampling = known({ temperature, topP, topK, seed })
  checkSampling(id, sampling, capabilities.sampling)
  const sent = { ...sampling, ...known({ reasoningEffort }) }
  const post = lazyPost(endpoint, '/chat/completions')
  const formFor = answerForms(dialect)
  const clock = transport.clock ?? systemClock

  const send: Send = async (request, signal, heard) => {
    const named = request.tools !== undefined
    const body = toRequest(request, { model, ...sent }, capabilities, formFor(request.answerSchema), traits)
    const context = (): ErrorContext => ({ secrets, now: clock.now() })
    const whole = async (): Promise<unknown> => jsonIn((await post(body, signal)).response, secrets)
    const streamed = async (): Promise<unknown> => {
      const usage = traits.asksForUsage ? { stream_options: { include_usage: true } } : {}
      const answer = await post({ ...body, ...usage, stream: true }, signal)
      return streamedReply(answer, (events) => wholeCompletion(events, heard, named), secrets)
    }
    const completion = await (stream ? streamed() : whole()).catch((error: unknown) => {
      throw toProviderError(error, context())
    })
    return toModelResponse(completion, model, traits, context(), named)
  }

  return {
    id,
    capabilities,
    settings: {
      ...sent,
      host: endpoint.host,
      maxOutputTokens,
      dialect,
      stream,
      ...known({ headers: options.headers && Object.keys(options.headers) }),
    },
    concurrency: transport.concurrency,
    ...enforcing(dialect),
    generate: overTransport(send, {
      id,
      limiter: limiterFor(`${provider} ${endpoint.host}`, endpoint.key),
      key: endpoint.key,
      keyVariable: endpoint.keyVariable,
      ...transport,
    }),
  }
}
