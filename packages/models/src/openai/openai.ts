import type { JsonObject, ModelRequest, ModelResponse } from '@skill-state/protocol'
import type { BatchModel } from '../batch/door.ts'
import { capabilitiesOf } from '../capabilities/capabilities-of.ts'
import { systemClock } from '../limits/clock.ts'
import { limiterFor } from '../limits/limiters.ts'
import { batchFetch } from '../transport/careful-fetch.ts'
import { overTransport, type Send } from '../transport/transport.ts'
import { known } from '../values/known.ts'
import { answerForms, enforcing } from '../wire/answer-form.ts'
import { type AdapterOptions, endpointOf } from '../wire/endpoint.ts'
import { lazyClient, lazyPost } from '../wire/openai-client.ts'
import { type ErrorContext, toProviderError } from '../wire/openai-errors.ts'
import { jsonIn, streamedReply } from '../wire/reply-body.ts'
import { checkSampling, outputLimit } from '../wire/sampling.ts'
import { openaiBatches } from './batch.ts'
import { toRequest } from './request.ts'
import { toModelResponse } from './response.ts'
import { finalResponse } from './stream.ts'

export interface OpenAIOptions extends AdapterOptions {
  readonly temperature?: number
  readonly topP?: number
  readonly reasoningEffort?: string
  /**
   * The provider's own compaction: at so many input tokens it replaces older input by an opaque item. That item is not
   * carried to the next call. Never run here against the provider.
   */
  readonly compactThreshold?: number
}

/**
 * A model of OpenAI, by the Responses API. Nothing is stored there. If a model's dialect is `tool`, `answerSchema`
 * becomes the parameters of a function that the model must call, and the arguments are the reply.
 *
 * Throws `missing-key` or `invalid-option` before anything is sent; `generate` throws what the transport throws.
 */
export function openai(options: OpenAIOptions): BatchModel {
  const {
    model,
    temperature,
    topP,
    reasoningEffort,
    compactThreshold,
    stream = true,
    transport = {},
  } = options
  const id = `openai:${model}`
  const endpoint = endpointOf('openai', options)
  const { secrets } = endpoint
  const capabilities = capabilitiesOf('openai', model, {
    ...options.capabilities,
    ...outputLimit(id, options.maxOutputTokens),
  })
  const { dialect, maxOutputTokens } = capabilities
  checkSampling(id, { temperature, topP }, capabilities.sampling)
  const sent = known({ temperature, topP, reasoningEffort, compactThreshold })
  const post = lazyPost(endpoint, '/responses')
  const formFor = answerForms(dialect)
  const clock = transport.clock ?? systemClock

  const context = (): ErrorContext => ({ secrets, now: clock.now() })
  const bodyOf = (request: ModelRequest) =>
    toRequest(request, { model, ...sent }, capabilities, formFor(request.answerSchema))
  const read = (response: unknown, { tools }: ModelRequest): ModelResponse =>
    toModelResponse(response, model, context(), tools !== undefined)

  const send: Send = async (request, signal, heard) => {
    const named = request.tools !== undefined
    const body = bodyOf(request)
    const whole = async (): Promise<unknown> => jsonIn((await post(body, signal)).response, secrets)
    const streamed = async (): Promise<unknown> => {
      const answer = await post({ ...body, stream: true }, signal)
      return streamedReply(answer, (events) => finalResponse(events, heard, named), secrets)
    }
    const response = await (stream ? streamed() : whole()).catch((error: unknown) => {
      throw toProviderError(error, context())
    })
    return read(response, request)
  }
  const sending = {
    id,
    limiter: limiterFor(`openai ${endpoint.host}`, endpoint.key),
    key: endpoint.key,
    keyVariable: endpoint.keyVariable,
    ...transport,
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
      store: false,
      ...known({ organization: endpoint.organization, project: endpoint.project }),
      ...known({ headers: options.headers && Object.keys(options.headers) }),
    },
    concurrency: transport.concurrency,
    ...enforcing(dialect),
    generate: overTransport(send, sending),
    batch: {
      name: `${id} at ${endpoint.host}`,
      transport: sending,
      body: (request) => ({ ...bodyOf(request) }) as JsonObject,
      read,
      ...openaiBatches(lazyClient(endpoint, batchFetch), context),
    },
  }
}
