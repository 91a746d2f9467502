import { type JsonObject, known, type Model } from '@skill-state/protocol'
import type { ModelCapabilities } from '../capabilities/capabilities.ts'
import { capabilitiesFor } from '../capabilities/capabilities-of.ts'
import { limiterFor } from '../limits/limiters.ts'
import { overTransport, type Send, type TransportOptions } from '../transport/transport.ts'
import { enforcing } from './answer-form.ts'
import { type AdapterOptions, type Endpoint, endpointOf } from './endpoint.ts'
import { checkSampling, outputLimit, type Sampling } from './sampling.ts'

/** What every adapter makes of its options before it sends anything. */
export interface Adapter {
  readonly id: string
  readonly endpoint: Endpoint
  readonly capabilities: ModelCapabilities
  readonly sending: TransportOptions
  /** The model that sends so. The settings are for the record. */
  readonly model: (send: Send, settings: JsonObject) => Model
}

/** Throws `missing-key` or `invalid-option`. */
export function adapterOf(provider: string, options: AdapterOptions, sampling: Sampling): Adapter {
  const { model, headers, transport = {} } = options
  const id = `${provider}:${model}`
  const endpoint = endpointOf(provider, options)
  const capabilities = capabilitiesFor(provider, model, {
    ...options.capabilities,
    ...outputLimit(id, options.maxOutputTokens),
  })
  checkSampling(id, sampling, capabilities.sampling)
  const { key, keyVariable, host } = endpoint
  const sending = { id, limiter: limiterFor(`${provider} ${host}`, key), key, keyVariable, ...transport }
  return {
    id,
    endpoint,
    capabilities,
    sending,
    model: (send, settings) => ({
      id,
      capabilities,
      settings: { ...settings, ...known({ headers: headers && Object.keys(headers) }) },
      concurrency: transport.concurrency,
      ...enforcing(capabilities.dialect),
      generate: overTransport(send, sending),
    }),
  }
}
