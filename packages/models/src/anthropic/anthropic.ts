import { type JsonObject, type Model, SkillStateError } from '@skill-state/protocol'
import { enforcement } from '../answers/enforcement.ts'
import type { ModelCapabilities } from '../capabilities/capabilities.ts'
import { capabilitiesOf } from '../capabilities/capabilities-of.ts'
import { limiterFor } from '../transport/limiters.ts'
import { readKey } from '../transport/read-key.ts'
import { Secret } from '../transport/secret.ts'
import { overTransport } from '../transport/transport.ts'
import type { AnthropicOptions } from './options.ts'
import { type RequestSettings, samplingVersion } from './request-body.ts'
import { sender } from './sender.ts'

const provider = 'anthropic'
const keyVariable = 'ANTHROPIC_API_KEY'

/**
 * A model behind Anthropic's Messages API. Throws `missing-key` where there is no key, and `invalid-option` for a
 * sampling parameter that the model does not accept. Loads the SDK with the first call.
 *
 * Where the model has structured output, `answerSchema` is kept to. With the dialect `tool` it only guides the model:
 * the reply is the input of a tool that the model is made to call (or, where it thinks, asked to).
 */
export function anthropic(options: AnthropicOptions): Model {
  const { model, transport = {} } = options
  const key = keyOf(options.apiKey)
  const capabilities = capabilitiesOf(provider, model, options.capabilities)
  const settings = settingsOf(options, capabilities)
  const { dialect } = capabilities
  const limiter = transport.limiter ?? limiterFor(provider, key)
  const id = `${provider}:${model}`
  const send = sender(options, key, settings)
  return {
    id,
    capabilities,
    settings: recordOf(settings, options.stream ?? true),
    ...(dialect === 'none' ? {} : { enforce: (schema: JsonObject) => enforcement(schema, dialect) }),
    generate: overTransport(send, { ...transport, id, keyVariable, limiter }),
  }
}

function keyOf(apiKey: Secret | string | undefined): Secret {
  if (apiKey === undefined) return readKey(provider, keyVariable, process.env)
  return typeof apiKey === 'string' ? new Secret(apiKey) : apiKey
}

function settingsOf(options: AnthropicOptions, capabilities: ModelCapabilities): RequestSettings {
  const { model, temperature, topP, thinking, maxOutputTokens = capabilities.maxOutputTokens } = options
  const { dialect, caching } = capabilities
  const sampling = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
  }
  const names = Object.keys(sampling)
  for (const name of names) ensureAccepted(name, model, capabilities)
  const version = names.length > 0 ? { apiVersion: samplingVersion } : {}
  return { maxOutputTokens, ...sampling, ...(thinking && { thinking }), dialect, caching, ...version }
}

function ensureAccepted(name: string, model: string, { sampling }: ModelCapabilities): void {
  if (sampling.some((accepted) => accepted === name)) return
  const message = `${provider}:${model} is not known to accept ${name}: leave it out, or name it in capabilities.sampling`
  throw new SkillStateError('invalid-option', message)
}

function recordOf({ thinking, ...settings }: RequestSettings, stream: boolean): JsonObject {
  return { ...settings, ...(thinking && { thinking: { ...thinking } }), stream }
}
