import { invalidOption, known, type Model } from '@skill-state/protocol'
import type { ModelCapabilities, SamplingParameter } from './capabilities/capabilities.ts'
import { capabilitiesFor } from './capabilities/capabilities-of.ts'
import type { TransportSettings } from './transport/transport.ts'
import type { ConnectionOptions } from './wire/endpoint.ts'
import type { WireFormat } from './wire/provider.ts'
import { providerEntry, providerTable } from './wire/provider-table.ts'
import type { Sampling } from './wire/sampling.ts'

export interface ModelOptions extends ConnectionOptions, Sampling {
  /** How hard the model is to think, by the provider's word. */
  readonly reasoningEffort?: string
  readonly maxOutputTokens?: number | undefined
  readonly stream?: boolean
  /** Asks for the likeliest reply: temperature 0 and top-p 1, if the model takes them and no other value is chosen. */
  readonly greedy?: boolean
  readonly capabilities?: Partial<ModelCapabilities> | undefined
  readonly transport?: TransportSettings
}

/** Options that a wire format has no place for. */
const without: Readonly<Record<WireFormat, readonly Exclude<keyof ModelOptions, 'greedy'>[]>> = {
  responses: ['topK', 'seed'],
  messages: ['topK', 'seed', 'reasoningEffort', 'organization', 'project'],
  chat: [],
}

/**
 * The model of a name such as `openai:gpt-5` or `ollama:llama3:8b`. Loads only the adapter of its provider. Rejects
 * with `invalid-option` for a name or an option that cannot be used, and with `missing-key` if the environment
 * variable of a key that is needed is not set. Sends nothing.
 *
 * @example
 * ```ts
 * import { providerModel } from '@skill-state/models'
 *
 * const model = await providerModel('openai:gpt-5') // reads OPENAI_API_KEY
 * const { text } = await model.generate({ prompt: 'Where to?' })
 * console.log(text)
 * ```
 */
export async function providerModel(
  name: string,
  { greedy = false, ...chosen }: ModelOptions = {},
): Promise<Model> {
  const [provider, model] = parseName(name)
  const wire = providerEntry(provider)?.wire ?? 'chat'
  const unusable = without[wire].find((each) => chosen[each] !== undefined)
  if (unusable !== undefined) throw invalidOption(`${provider} does not accept ${unusable}: leave it out`)
  const options = greedy ? { ...greedySampling(provider, model, wire, chosen), ...chosen } : chosen
  if (wire === 'responses') {
    const { openai } = await import('./openai/openai.ts')
    return openai({ ...options, model })
  }
  if (wire === 'messages') {
    const { anthropic } = await import('./anthropic/anthropic.ts')
    return anthropic({ ...options, model })
  }
  const { openaiCompatible } = await import('./openai-compatible/openai-compatible.ts')
  return openaiCompatible({ ...options, provider, model })
}

/** The Messages API takes temperature or top-p, not both. */
function greedySampling(
  provider: string,
  model: string,
  wire: WireFormat,
  { topP, capabilities = {} }: ModelOptions,
): Sampling {
  const { sampling } = capabilitiesFor(provider, model, capabilities)
  const accepts = (name: SamplingParameter): boolean => sampling.includes(name)
  if (wire === 'messages') return accepts('temperature') && topP === undefined ? { temperature: 0 } : {}
  return known({ temperature: accepts('temperature') ? 0 : undefined, topP: accepts('topP') ? 1 : undefined })
}

function parseName(name: string): readonly [provider: string, model: string] {
  const colon = name.indexOf(':')
  const provider = colon === -1 ? name : name.slice(0, colon)
  if (providerEntry(provider) === undefined) {
    const names = Object.keys(providerTable).join(', ')
    const message = `no provider "${provider}": a model is named provider:model, with one of the providers ${names}`
    throw invalidOption(message)
  }
  const model = colon === -1 ? '' : name.slice(colon + 1)
  if (model.trim() !== '') return [provider, model]
  throw invalidOption(`"${name}" names no model: write ${provider}: and the model's name`)
}
