import type { ProviderEntry } from '@skill-state/models'

/** An imaginary service that speaks Chat Completions. */
export const acme: ProviderEntry = {
  id: 'acme', // its models are acme:NAME
  wire: 'chat',
  baseUrl: 'https://api.acme.example/v1',
  keyVariables: ['ACME_API_KEY'], // the first one that is set counts
  keyNeeded: true,
  asksForUsage: false, // a difference from OpenAI, as Mistral has one
}
