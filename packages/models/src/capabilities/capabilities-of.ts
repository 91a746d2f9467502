import type { ModelCapabilities, Provider } from './capabilities.ts'

/** What is known of a model, with what a user knows better. */
export function capabilitiesOf(
  provider: Provider,
  model: string,
  overrides: Partial<ModelCapabilities> = {},
): ModelCapabilities {
  const note = `model "${provider}:${model}" is not in the table of ${provider}; safe defaults: no schema enforced, no sampling parameters, max output 4096 tokens, no prices`
  return {
    dialect: 'none',
    sampling: [],
    maxOutputTokens: 4096,
    outputLimitName: 'max_tokens',
    caching: 'none',
    notes: [note],
    ...overrides,
  }
}
