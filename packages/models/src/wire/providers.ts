/** Who talks to a provider: OpenAI's Responses API, Anthropic's Messages API, or Chat Completions. */
export type WireFormat = 'responses' | 'messages' | 'chat'

/** Where a provider is found, and what its own documentation calls the environment variables. */
export interface ProviderEntry {
  readonly wire: WireFormat
  readonly baseUrl: string
  /** Holds a base URL to use instead. */
  readonly baseUrlVariable?: string
  /** Hold the key: the first one that is set counts. */
  readonly keyVariables: readonly string[]
  readonly keyNeeded: boolean
  readonly organizationVariable?: string
  /** Holds headers to send with each request, each on a line of its own: `Name: value`. */
  readonly headersVariable?: string
  readonly projectVariable?: string
}

/** The providers by the name that a model's id begins with. */
export const providerTable: Readonly<Record<string, ProviderEntry>> = {
  openai: {
    wire: 'responses',
    baseUrl: 'https://api.openai.com/v1',
    baseUrlVariable: 'OPENAI_BASE_URL',
    keyVariables: ['OPENAI_API_KEY'],
    keyNeeded: true,
    organizationVariable: 'OPENAI_ORG_ID',
    projectVariable: 'OPENAI_PROJECT_ID',
    headersVariable: 'OPENAI_CUSTOM_HEADERS',
  },
  anthropic: {
    wire: 'messages',
    baseUrl: 'https://api.anthropic.com',
    baseUrlVariable: 'ANTHROPIC_BASE_URL',
    keyVariables: ['ANTHROPIC_API_KEY'],
    keyNeeded: true,
    headersVariable: 'ANTHROPIC_CUSTOM_HEADERS',
  },
  gemini: {
    wire: 'chat',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai/',
    keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    keyNeeded: true,
  },
  openrouter: {
    wire: 'chat',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariables: ['OPENROUTER_API_KEY'],
    keyNeeded: true,
  },
  deepseek: {
    wire: 'chat',
    baseUrl: 'https://api.deepseek.com',
    keyVariables: ['DEEPSEEK_API_KEY'],
    keyNeeded: true,
  },
  groq: {
    wire: 'chat',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyVariables: ['GROQ_API_KEY'],
    keyNeeded: true,
  },
  mistral: {
    wire: 'chat',
    baseUrl: 'https://api.mistral.ai/v1',
    keyVariables: ['MISTRAL_API_KEY'],
    keyNeeded: true,
  },
  xai: {
    wire: 'chat',
    baseUrl: 'https://api.x.ai/v1',
    keyVariables: ['XAI_API_KEY'],
    keyNeeded: true,
  },
  vllm: {
    wire: 'chat',
    baseUrl: 'http://localhost:8000/v1',
    keyVariables: ['VLLM_API_KEY'],
    keyNeeded: false,
  },
  llamacpp: {
    wire: 'chat',
    baseUrl: 'http://localhost:8080/v1',
    keyVariables: ['LLAMA_API_KEY'],
    keyNeeded: false,
  },
  ollama: {
    wire: 'chat',
    baseUrl: 'http://localhost:11434/v1',
    baseUrlVariable: 'OLLAMA_HOST',
    keyVariables: ['OLLAMA_API_KEY'],
    keyNeeded: false,
  },
}

/** The entry of a provider, where the table has one. */
export function providerEntry(name: string): ProviderEntry | undefined {
  return Object.hasOwn(providerTable, name) ? providerTable[name] : undefined
}
