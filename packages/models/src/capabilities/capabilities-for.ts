import { type ModelCapabilities, type Provider, providers } from './capabilities.ts'
import { capabilitiesOf } from './capabilities-of.ts'
import { parseCapabilities } from './parse-capabilities.ts'

/** What may be supposed of a provider that is not in the table of capabilities. */
const supposed: ModelCapabilities = {
  dialect: 'none',
  sampling: ['temperature', 'topP'],
  maxOutputTokens: 4096,
  outputLimitName: 'max_tokens',
  caching: 'none',
}

/** What is known of a model of any provider, with what a user knows better. Throws as `capabilitiesOf` does. */
export function capabilitiesFor(
  provider: string,
  model: string,
  overrides: Partial<ModelCapabilities>,
): ModelCapabilities {
  if (isListed(provider)) return capabilitiesOf(provider, model, overrides)
  const note = `nothing is known of "${provider}:${model}": no schema enforced, replies of at most 4096 tokens, no prices`
  return { ...supposed, notes: [note], ...parseCapabilities(overrides) }
}

function isListed(provider: string): provider is Provider {
  return providers.some((known) => known === provider)
}
