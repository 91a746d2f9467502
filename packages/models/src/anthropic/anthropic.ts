import type { JsonObject } from '@skill-state/protocol'
import type { BatchModel } from '../batch/door.ts'
import type { ModelCapabilities } from '../capabilities/capabilities.ts'
import { capabilitiesOf } from '../capabilities/capabilities-of.ts'
import { systemClock } from '../limits/clock.ts'
import { limiterFor } from '../limits/limiters.ts'
import { overTransport } from '../transport/transport.ts'
import { known } from '../values/known.ts'
import { enforcing } from '../wire/answer-form.ts'
import { endpointOf } from '../wire/endpoint.ts'
import { checkSampling, outputLimit } from '../wire/sampling.ts'
import { anthropicBatches } from './batch.ts'
import { checkCombination } from './combination.ts'
import { responseOf } from './message.ts'
import type { AnthropicOptions } from './options.ts'
import { type RequestSettings, requestBody, samplingVersion } from './request-body.ts'
import { batchClient, sender } from './sender.ts'

const provider = 'anthropic'

/**
 * A model behind Anthropic's Messages API. Throws `missing-key` if there is no key, and `invalid-option` for an
 * option that cannot be used. Loads the SDK with the first call.
 *
 * If the model has structured output, `answerSchema` is kept to. With the dialect `tool` it only guides the model:
 * the reply is the input of a tool that the model is made to call (or, if it thinks, asked to).
 */
export function anthropic(options: AnthropicOptions): BatchModel {
  const { model, stream = true, transport = {} } = options
  const id = `${provider}:${model}`
  const endpoint = endpointOf(provider, options)
  const capabilities = capabilitiesOf(provider, model, {
    ...options.capabilities,
    ...outputLimit(id, options.maxOutputTokens),
  })
  const settings = settingsOf(options, capabilities)
  const { dialect } = capabilities
  const { key, keyVariable, host, secrets } = endpoint
  const { clock = systemClock } = transport
  const sending = { id, limiter: limiterFor(`${provider} ${host}`, key), key, keyVariable, ...transport }
  return {
    id,
    capabilities,
    settings: {
      ...recordOf(settings),
      host,
      stream,
      ...known({ headers: options.headers && Object.keys(options.headers) }),
    },
    concurrency: transport.concurrency,
    ...enforcing(dialect),
    generate: overTransport(sender(options, endpoint, settings), sending),
    batch: {
      name: `${id} at ${host}`,
      transport: sending,
      body: (request) => ({ ...requestBody(model, settings, request) }) as unknown as JsonObject,
      read: (reply, { tools }) => responseOf(reply, model, secrets, tools !== undefined),
      ...anthropicBatches(batchClient(endpoint, settings), secrets, () => clock.now()),
    },
  }
}

function settingsOf(options: AnthropicOptions, capabilities: ModelCapabilities): RequestSettings {
  const { model, temperature, topP, thinking, contextEdits } = options
  const { dialect, caching, maxOutputTokens } = capabilities
  const sampling = known({ temperature, topP })
  const id = `${provider}:${model}`
  checkSampling(id, sampling, capabilities.sampling)
  checkCombination(id, options, maxOutputTokens)
  const apiVersion = Object.keys(sampling).length > 0 ? samplingVersion : undefined
  return {
    maxOutputTokens,
    ...sampling,
    ...known({ thinking, contextEdits }),
    dialect,
    caching,
    ...known({ apiVersion }),
  }
}

function recordOf({ thinking, contextEdits, ...settings }: RequestSettings): JsonObject {
  return {
    ...settings,
    ...known({ thinking: thinking && { ...thinking } }),
    ...(contextEdits && { contextEdits: contextEdits.map((edit) => ({ ...edit }) as JsonObject) }),
  }
}
