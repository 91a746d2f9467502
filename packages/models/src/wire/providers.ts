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

export const gemini: ProviderEntry = {
  id: 'gemini',
  wire: 'chat',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai/',
  keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  keyNeeded: true,
  completionHasReasoning: false,
}

export const openrouter: ProviderEntry = {
  id: 'openrouter',
  wire: 'chat',
  baseUrl: 'https://openrouter.ai/api/v1',
  keyVariables: ['OPENROUTER_API_KEY'],
  keyNeeded: true,
  routes: true,
}

export const deepseek: ProviderEntry = {
  id: 'deepseek',
  wire: 'chat',
  baseUrl: 'https://api.deepseek.com',
  keyVariables: ['DEEPSEEK_API_KEY'],
  keyNeeded: true,
}

export const groq: ProviderEntry = {
  id: 'groq',
  wire: 'chat',
  baseUrl: 'https://api.groq.com/openai/v1',
  keyVariables: ['GROQ_API_KEY'],
  keyNeeded: true,
}

export const mistral: ProviderEntry = {
  id: 'mistral',
  wire: 'chat',
  baseUrl: 'https://api.mistral.ai/v1',
  keyVariables: ['MISTRAL_API_KEY'],
  keyNeeded: true,
  asksForUsage: false,
}

export const xai: ProviderEntry = {
  id: 'xai',
  wire: 'chat',
  baseUrl: 'https://api.x.ai/v1',
  keyVariables: ['XAI_API_KEY'],
  keyNeeded: true,
  completionHasReasoning: false,
}

export const vllm: ProviderEntry = {
  id: 'vllm',
  wire: 'chat',
  baseUrl: 'http://localhost:8000/v1',
  keyVariables: ['VLLM_API_KEY'],
  keyNeeded: false,
}

export const llamacpp: ProviderEntry = {
  id: 'llamacpp',
  wire: 'chat',
  baseUrl: 'http://localhost:8080/v1',
  keyVariables: ['LLAMA_API_KEY'],
  keyNeeded: false,
}

export const ollama: ProviderEntry = {
  id: 'ollama',
  wire: 'chat',
  baseUrl: 'http://localhost:11434/v1',
  baseUrlVariable: 'OLLAMA_HOST',
  keyVariables: ['OLLAMA_API_KEY'],
  keyNeeded: false,
}
