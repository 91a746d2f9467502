import { type JsonObject, known, type ModelRequest, type ModelResponse } from '@skill-state/protocol'
import type { BatchModel } from '../batch/door.ts'
import { systemClock } from '../limits/clock.ts'
import { batchFetch } from '../transport/careful-fetch.ts'
import { adapterOf } from '../wire/adapter.ts'
import { answerForms } from '../wire/answer-form.ts'
import type { AdapterOptions } from '../wire/endpoint.ts'
import { lazyClient, lazyPost } from '../wire/openai-client.ts'
import { toProviderError } from '../wire/openai-errors.ts'
import { sending } from '../wire/send.ts'
import { openaiBatches } from './batch.ts'
import { toRequest } from './request.ts'
import { toModelResponse } from './response.ts'
import { finalResponse } from './stream.ts'

interface OpenAIOptions extends AdapterOptions {
  readonly temperature?: number
  readonly topP?: number
  readonly reasoningEffort?: string
}

/**
 * A model of OpenAI, by the Responses API, which stores nothing. With the dialect `tool`, `answerSchema` becomes the parameters of a function
 * that the model must call. Throws `missing-key` or `invalid-option` before it sends.
 */
export function openai(options: OpenAIOptions): BatchModel {
  const { model, temperature, topP, reasoningEffort, stream = true } = options
  const { clock = systemClock } = options.transport ?? {}
  const sent = known({ temperature, topP, reasoningEffort })
  const adapter = adapterOf('openai', options, known({ temperature, topP }))
  const { id, endpoint, capabilities } = adapter
  const { dialect, maxOutputTokens } = capabilities
  const { host, secrets, organization, project } = endpoint
  const formFor = answerForms(dialect)
  const context = () => ({ secrets, now: clock.now() })
  const bodyOf = (request: ModelRequest) =>
    toRequest(request, { model, ...sent }, capabilities, formFor(request.answerSchema))
  const read = (reply: unknown, { tools }: ModelRequest): ModelResponse =>
    toModelResponse(reply, model, context(), tools !== undefined)

  const send = sending(secrets, {
    post: lazyPost(endpoint, '/responses'),
    bodyOf,
    streaming: stream ? { stream } : undefined,
    collect: (events, heard, { tools }) => finalResponse(events, heard, tools !== undefined),
    read,
    failureOf: (error) => toProviderError(error, context()),
  })
  const settings = { ...sent, host, maxOutputTokens, dialect, stream, store: false }
  return {
    ...adapter.model(send, { ...settings, ...known({ organization, project }) }),
    batch: {
      name: `${id} at ${host}`,
      transport: adapter.sending,
      body: (request) => ({ ...bodyOf(request) }) as JsonObject,
      read,
      ...openaiBatches(lazyClient(endpoint, batchFetch), context),
    },
  }
}
