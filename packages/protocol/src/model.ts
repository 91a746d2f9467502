import type { JsonObject } from './json.ts'

/**
 * Tokens of one model call, as the provider counts them. A figure that is not known is absent, never 0.
 */
export interface Usage {
  /** All input tokens, cached ones included. */
  readonly inputTokens?: number
  /** The part of `inputTokens` that was read from the provider's cache. */
  readonly cachedInputTokens?: number
  /** All output tokens, reasoning included. */
  readonly outputTokens?: number
  /** The part of `outputTokens` that was spent on hidden reasoning. */
  readonly reasoningTokens?: number
}

/** Why the model stopped writing. */
export type FinishReason = 'stop' | 'length' | 'refusal' | 'other'

export interface ModelRequest {
  /** The whole text of the call. */
  readonly prompt: string
  readonly signal?: AbortSignal
}

/** What a fault-injecting model did to a reply: on record, so that a report can say what became of it. */
export interface InjectedFault {
  readonly class: string
  /** Which variant of the class. */
  readonly kind: string
  /** The decision as the wrapped model wrote it. */
  readonly intended: JsonObject
  /** Whether the patch leads to another state than the intended one. Absent where it is no JSON object. */
  readonly differs?: boolean
}

export interface ModelResponse {
  readonly text: string
  readonly finishReason: FinishReason
  readonly usage: Usage
  /** The model that answered, by the provider's own name: it may be more exact than the one asked for. */
  readonly model: string
  /** Present where the reply was spoiled on purpose. */
  readonly fault?: InjectedFault
}

/** Something that answers prompts. Calls are independent of each other and may overlap. */
export interface Model {
  /** `provider:model`, or a single word for a model that has no provider. */
  readonly id: string
  /** One sentence that every table filled by this model must carry, for instance that it is no language model. */
  readonly notice?: string
  /** Throws what the transport throws; refuses to start when the signal is aborted. */
  generate(request: ModelRequest): Promise<ModelResponse>
}

/** Counts tokens where a provider does not. */
export interface Tokenizer {
  /** The vocabulary's name, recorded beside every estimated figure. */
  readonly id: string
  /** Number of tokens of the text. */
  count(text: string): number
}
