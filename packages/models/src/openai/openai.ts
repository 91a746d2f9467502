import type { Model, ModelRequest } from '@skill-state/protocol'
import { systemClock } from '../limits/clock.ts'
import { known } from '../values/known.ts'
import { adapterOf } from '../wire/adapter.ts'
import { answerForms } from '../wire/answer-form.ts'
import type { AdapterOptions } from '../wire/endpoint.ts'
import { openaiSend } from '../wire/openai-send.ts'
import { toRequest } from './request.ts'
import { toModelResponse } from './response.ts'
import { finalResponse } from './stream.ts'

export interface OpenAIOptions extends AdapterOptions {
  readonly temperature?: number
  readonly topP?: number
  readonly reasoningEffort?: string
}

/**
 * A model of OpenAI, by the Responses API. Nothing is stored there. If a model's dialect is `tool`, `answerSchema`
 * becomes the parameters of a function that the model must call, and the arguments are the reply.
 *
 * Throws `missing-key` or `invalid-option` before anything is sent; `generate` throws what the transport throws.
 */
export function openai(options: OpenAIOptions): Model {
  const { model, temperature, topP, reasoningEffort, stream = true } = options
  const { clock = systemClock } = options.transport ?? {}
  const sent = known({ temperature, topP, reasoningEffort })
  const adapter = adapterOf('openai', options, known({ temperature, topP }))
  const { endpoint, capabilities } = adapter
  const { dialect, maxOutputTokens } = capabilities
  const { host, secrets, organization, project } = endpoint
  const formFor = answerForms(dialect)
  const context = () => ({ secrets, now: clock.now() })
  const send = openaiSend(endpoint, {
    path: '/responses',
    bodyOf: (request: ModelRequest) =>
      toRequest(request, { model, ...sent }, capabilities, formFor(request.answerSchema)),
    streaming: stream ? { stream } : undefined,
    collect: finalResponse,
    read: (reply: unknown, { tools }: ModelRequest) =>
      toModelResponse(reply, model, context(), tools !== undefined),
    context,
  })
  const settings = { ...sent, host, maxOutputTokens, dialect, stream, store: false }
  return adapter.model(send, { ...settings, ...known({ organization, project }) })
}
