import type { Capabilities } from '@skill-state/protocol'
import type { Dialect } from '../answers/index.ts'

export const providers = [
  'openai',
  'anthropic',
  'gemini',
  'openrouter',
  'vllm',
  'llamacpp',
  'ollama',
  'local',
] as const

export type Provider = (typeof providers)[number]

export const samplingParameters = ['temperature', 'topP', 'topK', 'seed'] as const

export type SamplingParameter = (typeof samplingParameters)[number]

export const outputLimitNames = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'] as const

export const cachings = ['automatic', 'breakpoints', 'none'] as const

/** How a provider caches the beginning of a prompt: by itself, at the breakpoints of the request, or not that we know of. */
export type Caching = (typeof cachings)[number]

export const natives = ['messages', 'calls'] as const

/** What an adapter must know of a model, beside what a reader of the figures wants to know. */
export interface ModelCapabilities extends Capabilities {
  readonly dialect: Dialect
  /** The sampling parameters that the model accepts. A request with another one is rejected, or it is ignored. */
  readonly sampling: readonly SamplingParameter[]
  readonly maxOutputTokens: number
  /** Most tokens of a reply that the model can write, hidden reasoning included. */
  readonly outputTokenLimit?: number
  /** What Chat Completions call the most tokens of a reply: they know two names of it. */
  readonly outputLimitName: (typeof outputLimitNames)[number]
  readonly caching: Caching
}
