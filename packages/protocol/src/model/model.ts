import type { ErrorCode, Issue } from '../issues.ts'
import type { JsonObject } from '../json.ts'
import { jsonSize } from './json-size.ts'
import { type Prompt, promptLength, type ToolSpec } from './message.ts'

/**
 * Tokens of one model call, as the provider counts them. A figure that is not known is absent, never 0.
 *
 * A provider charges four classes: input that it read from its cache, input that it wrote to its cache, the rest
 * of the input, and output. The rest is what the first figure has beyond the next two.
 */
export interface Usage {
  /** All input tokens, those read from and written to a cache included, whatever the provider's own figure means. */
  readonly inputTokens?: number | undefined
  /** The part of `inputTokens` that was read from the provider's cache. */
  readonly cachedInputTokens?: number | undefined
  /** The part of `inputTokens` that was written to the provider's cache, if that has a price of its own. */
  readonly cacheWriteTokens?: number | undefined
  /** All output tokens, reasoning included. */
  readonly outputTokens?: number | undefined
  /** The part of `outputTokens` that was spent on hidden reasoning. */
  readonly reasoningTokens?: number | undefined
}

/** Why the model stopped writing. */
export type FinishReason = 'stop' | 'length' | 'refusal' | 'other'

export interface ModelRequest {
  /** A text, or messages for models whose `capabilities.native` says that they read them well. */
  readonly prompt: Prompt
  /**
   * The model may call these, several at once. The reply is then JSON, `{"calls": [{"<name>": <input>}, …], "text": "<what it
   * wrote beside them>"}`, without the text if there is none. Every input is an object. Not together with `answerSchema`.
   */
  readonly tools?: readonly ToolSpec[] | undefined
  /** Whether the model may write a text in place of a call. Default `required`: it may not, as far as its provider can make it. */
  readonly toolChoice?: 'auto' | 'required' | undefined
  /**
   * Where parts of the prompt end that later calls begin with too: UTF-16 offsets, rising, which count through the
   * texts of the messages. Give all of them in each
   * call, also those of earlier calls: providers compare the parts. A model whose provider caches on request asks it
   * to cache up to the most useful ones.
   */
  readonly cacheBreakpoints?: readonly number[] | undefined
  /**
   * JSON Schema (2020-12) of the reply, which is then JSON and nothing else. A model keeps to it if its `enforce`
   * says so. Else it is not sent, except by the dialect `tool`: there the schema goes along as a tool that the model is
   * made to call, which guides the reply and holds it to nothing.
   */
  readonly answerSchema?: JsonObject | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * Hears the text of the reply as the provider writes it, piece by piece, without the calls beside it; a reply that does not come as a stream, or
   * comes from a recording, is one piece. After `onRetry` the text begins anew. What it throws ends the call. A model
   * that cannot stream may leave it uncalled.
   */
  readonly onText?: ((piece: string) => void) | undefined
  /**
   * Hears of each attempt that failed, before the model makes another one; what it throws ends the call. So who pays
   * can reject. The last failure is what `generate` throws.
   */
  readonly onRetry?: ((failure: FailedAttempt) => void | Promise<void>) | undefined
}

/** One request to a provider that gave no response. */
export interface FailedAttempt {
  readonly code: ErrorCode
  /** One line, without anything secret. */
  readonly message: string
  /** Whether the provider may charge for it, for instance because the connection was lost in the middle of a reply. */
  readonly mayBeCharged: boolean
}

/** What a fault-injecting model did to a reply: on record, so that a report can say what became of it. */
export interface InjectedFault {
  readonly class: string
  /** Which variant of the class. */
  readonly kind: string
  /** The decision as the wrapped model wrote it. */
  readonly intended: JsonObject
  /** Whether the patch leads to another state than the intended one. Absent if it is not a JSON object. */
  readonly differs?: boolean | undefined
}

export interface ModelResponse {
  readonly text: string
  readonly finishReason: FinishReason
  readonly usage: Usage
  /** What the provider says of usage, in its own words. */
  readonly rawUsage?: JsonObject | undefined
  /** Present if the response was on record and nothing was sent: who replayed it. */
  readonly replayed?: 'cache' | 'recording' | undefined
  /** The model that answered, by the provider's own name: it may be more exact than the one asked for. */
  readonly model: string
  /** Present if the reply was spoiled on purpose. */
  readonly fault?: InjectedFault | undefined
}

/** US dollars for a million tokens. Prices change: the sheet has a date. */
export interface PriceSheet {
  /** When the prices were read, as `2026-11-21`. */
  readonly date: string
  /** Input that no cache has to do with. */
  readonly input: number
  /** Input written to a cache. Default: as `input`. */
  readonly cacheWrite?: number
  /** Input read from a cache. Default: as `input`. */
  readonly cacheRead?: number
  readonly output: number
}

/** What is known of a model beforehand. What is not known is absent. */
export interface Capabilities {
  /** Most tokens of prompt and reply together. */
  readonly contextTokens?: number
  /** Most tokens that a reply may have, hidden reasoning included: the limit that is sent with each call. */
  readonly maxOutputTokens?: number
  readonly prices?: PriceSheet
  /** Fewest tokens of a prompt's beginning that the provider caches. */
  readonly cacheMinimumTokens?: number
  /**
   * What of a provider's own forms an agent should use. `messages`: instructions in a system message. `calls`: tools of the
   * provider too, several calls an answer. Absent: a text does best.
   */
  readonly native?: 'messages' | 'calls'
  /** Media types of images and files that the model reads in a prompt, such as `image/png`. Absent: none. */
  readonly sees?: readonly string[]
  /** What a reader of the figures should know, for instance that the model was not in the table. */
  readonly notes?: readonly string[]
}

/** Whether a model's replies can be held to a schema, and by what: the name of the dialect is recorded. */
export type Enforcement =
  | { readonly enforced: true; readonly dialect: string }
  /** The reasons name places in the schema that the dialect cannot express without a change of meaning. */
  | { readonly enforced: false; readonly dialect: string; readonly reasons: readonly Issue[] }

/** Something that answers prompts. Calls are independent of each other and may overlap. */
export interface Model {
  /** `provider:model`, or a single word for a model that has no provider. */
  readonly id: string
  /** One sentence that every table filled by this model must carry, for instance that it is no language model. */
  readonly notice?: string | undefined
  readonly capabilities?: Capabilities | undefined
  /** Most calls that the model sends at once; others wait. Absent: as many as come. */
  readonly concurrency?: number | undefined
  /** What is sent with each call beside the prompt, such as sampling parameters. Goes on record; nothing secret. */
  readonly settings?: JsonObject | undefined
  /** Whether `answerSchema` would be kept to. Pure. Absent if no schema ever is. */
  readonly enforce?: ((schema: JsonObject) => Enforcement) | undefined
  /**
   * Throws the signal's reason, at once if it is aborted; what `onRetry` throws; or else a `SkillStateError`. If
   * attempts were made, that error's `cause` is the last one's `FailedAttempt`, which says whether it may be charged.
   */
  generate(request: ModelRequest): Promise<ModelResponse>
}

/** Counts tokens if a provider does not. */
export interface Tokenizer {
  /** The vocabulary's name, recorded beside every estimated figure. */
  readonly id: string
  /** Number of tokens of the text. */
  count(text: string): number
}

/** What a model says of itself, whether it is a plain object or not: a wrapper says the same. */
export function describeModel(model: Model): Omit<Model, 'generate'> {
  const { id, notice, capabilities, settings } = model
  return { id, notice, capabilities, settings, enforce: model.enforce?.bind(model) }
}

/** UTF-16 units that a provider's body has around each tool, and around the schema of an answer, at most. */
const FRAME_CHARS = 200

/** Most UTF-16 units of all that a request sends to the model: its prompt, its tools, and the schema of its answer. */
export function requestLength({
  prompt,
  answerSchema,
  tools = [],
}: Pick<ModelRequest, 'prompt' | 'answerSchema' | 'tools'>): number {
  const beside = answerSchema === undefined ? tools : [...tools, answerSchema]
  return beside.reduce((sum, each) => sum + jsonSize(each).chars + FRAME_CHARS, promptLength(prompt))
}
