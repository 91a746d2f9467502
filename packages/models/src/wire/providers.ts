/** Each provider, in one record. Adapters, command line and docs read this list. */
import type { ProviderEntry } from './provider.ts'

export const openai: ProviderEntry = {
  id: 'openai',
  wire: 'responses',
  baseUrl: 'https://api.openai.com/v1',
  baseUrlVariable: 'OPENAI_BASE_URL',
  keyVariables: ['OPENAI_API_KEY'],
  keyNeeded: true,
  organizationVariable: 'OPENAI_ORG_ID',
  projectVariable: 'OPENAI_PROJECT_ID',
  headersVariable: 'OPENAI_CUSTOM_HEADERS',
}

export const anthropic: ProviderEntry = {
  id: 'anthropic',
  wire: 'messages',
  baseUrl: 'https://api.anthropic.com',
  baseUrlVariable: 'ANTHROPIC_BASE_URL',
  keyVariables: ['ANTHROPIC_API_KEY'],
  keyNeeded: true,
  headersVariable: 'ANTHROPIC_CUSTOM_HEADERS',
}

function chat(
  id: string,
  baseUrl: string,
  keyVariables: readonly string[],
  rest: Partial<ProviderEntry> = {},
): ProviderEntry {
  return { id, wire: 'chat', baseUrl, keyVariables, keyNeeded: true, ...rest }
}

export const gemini: ProviderEntry = chat(
  'gemini',
  'https://generativelanguage.googleapis.com/v1beta/openai/',
  ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  { completionHasReasoning: false },
)
export const openrouter: ProviderEntry = chat(
  'openrouter',
  'https://openrouter.ai/api/v1',
  ['OPENROUTER_API_KEY'],
  { routes: true },
)
export const deepseek: ProviderEntry = chat('deepseek', 'https://api.deepseek.com', ['DEEPSEEK_API_KEY'])
export const groq: ProviderEntry = chat('groq', 'https://api.groq.com/openai/v1', ['GROQ_API_KEY'])
export const mistral: ProviderEntry = chat('mistral', 'https://api.mistral.ai/v1', ['MISTRAL_API_KEY'], {
  asksForUsage: false,
})
export const xai: ProviderEntry = chat('xai', 'https://api.x.ai/v1', ['XAI_API_KEY'], {
  completionHasReasoning: false,
})
export const vllm: ProviderEntry = chat('vllm', 'http://localhost:8000/v1', ['VLLM_API_KEY'], {
  keyNeeded: false,
})
export const llamacpp: ProviderEntry = chat('llamacpp', 'http://localhost:8080/v1', ['LLAMA_API_KEY'], {
  keyNeeded: false,
  asksForSeveral: true,
})
export const ollama: ProviderEntry = chat('ollama', 'http://localhost:11434/v1', ['OLLAMA_API_KEY'], {
  baseUrlVariable: 'OLLAMA_HOST',
  keyNeeded: false,
})
