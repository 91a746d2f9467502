import { invalidOption } from '@skill-state/protocol'
import { type ModelCapabilities, type Provider, providers } from './capabilities.ts'
import { parseCapabilities } from './parse-capabilities.ts'
import { table } from './table.ts'

/** Default tokens of a reply: for a model in the table, and for another one. */
const USUAL_OUTPUT = 16_384
const SAFE_OUTPUT = 4096

/**
 * What is known of a model, with what a user knows better. Of a model that is not in the table, a note says so.
 * Throws `invalid-option` if a field of the overrides is wrong, or more output is wanted than the model can write.
 */
export function capabilitiesOf(
  provider: Provider,
  model: string,
  overrides: Partial<ModelCapabilities> = {},
): ModelCapabilities {
  const row = table[provider].find(({ models }) => models.test(model))
  const found = { ...(row?.known ?? unknown(provider, model)), ...parseCapabilities(overrides) }
  const { outputTokenLimit } = found
  const maxOutputTokens = found.maxOutputTokens ?? Math.min(USUAL_OUTPUT, outputTokenLimit ?? SAFE_OUTPUT)
  if (maxOutputTokens > (outputTokenLimit ?? Infinity)) {
    const message = `${provider}:${model} writes at most ${outputTokenLimit} tokens; maxOutputTokens is ${maxOutputTokens}`
    throw invalidOption(message)
  }
  return {
    dialect: 'none',
    sampling: [],
    // OpenAI's reasoning models reject the name that every other provider knows.
    outputLimitName: provider === 'openai' ? 'max_completion_tokens' : 'max_tokens',
    caching: 'none',
    ...found,
    maxOutputTokens,
  }
}

function unknown(provider: Provider, model: string): Partial<ModelCapabilities> {
  const note =
    `model "${model}" is not in the table of ${provider}; safe defaults: no schema enforced, ` +
    `no sampling parameters, max output ${SAFE_OUTPUT} tokens, no prices`
  return { notes: [note] }
}

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
