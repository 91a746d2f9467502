import type { JsonObject, JsonValue } from '@skill-state/protocol'

/**
 * Inspect AI's log format, version 2, as far as it is written here: a field whose value is null there is left out, as
 * Inspect itself does in the files that it writes. Source: `log-schema.json` and `log.d.ts` of the UK AI Security
 * Institute's inspect_ai.
 */
export interface InspectLog extends InspectHead {
  readonly samples: readonly InspectSample[]
}

/** All but the samples, which follow it in the file. */
export interface InspectHead {
  readonly version: 2
  readonly status: 'success' | 'cancelled'
  readonly eval: InspectSpec
  readonly plan: {
    readonly name: string
    readonly steps: readonly { readonly solver: string; readonly params: JsonObject }[]
    readonly config: JsonObject
  }
  readonly results: {
    readonly total_samples: number
    readonly completed_samples: number
    readonly scores: readonly InspectScores[]
  }
  readonly stats: {
    readonly started_at: string
    readonly completed_at: string
    readonly model_usage: Readonly<Record<string, InspectUsage>>
  }
}

interface InspectSpec {
  readonly eval_id: string
  readonly run_id: string
  /** ISO 8601 */
  readonly created: string
  readonly task: string
  readonly task_id: string
  readonly task_version: number
  readonly task_attribs: JsonObject
  readonly task_args: JsonObject
  readonly task_args_passed: JsonObject
  readonly solver: string
  readonly solver_args: JsonObject
  readonly dataset: {
    readonly name: string
    readonly samples: number
    readonly sample_ids: readonly string[]
    readonly shuffled: false
  }
  readonly model: string
  readonly model_generate_config: JsonObject
  readonly model_args: JsonObject
  readonly config: { readonly epochs: number }
  readonly packages: Readonly<Record<string, string>>
  readonly metadata: JsonObject
}

/** One scorer's results over all samples. */
export interface InspectScores {
  readonly name: string
  readonly scorer: string
  readonly scored_samples: number
  readonly unscored_samples: number
  readonly params: JsonObject
  readonly metrics: Readonly<
    Record<string, { readonly name: string; readonly value: number; readonly params: JsonObject }>
  >
}

export interface InspectUsage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly total_tokens: number
  readonly input_tokens_cache_write?: number
  readonly input_tokens_cache_read?: number
  readonly reasoning_tokens?: number
}

export type InspectMessage =
  | {
      readonly id: string
      readonly role: 'user'
      readonly content: string
      readonly source: 'input'
      readonly metadata: Readonly<Record<string, JsonValue | undefined>>
    }
  | {
      readonly id: string
      readonly role: 'assistant'
      readonly content: string
      readonly source: 'generate'
      readonly model: string
      readonly metadata: Readonly<Record<string, JsonValue | undefined>>
    }

export interface InspectOutput {
  readonly model: string
  readonly choices: readonly {
    readonly message: InspectMessage
    readonly stop_reason: 'stop' | 'max_tokens' | 'content_filter' | 'unknown'
  }[]
  readonly completion: string
  readonly usage?: InspectUsage
  /** Seconds. */
  readonly time?: number
}

/** One model call with the prompt as it was sent. */
export interface InspectModelEvent {
  readonly event: 'model'
  readonly uuid: string
  /** ISO 8601 */
  readonly timestamp: string
  /** Seconds from the beginning of the sample. */
  readonly working_start: number
  readonly model: string
  readonly input: readonly InspectMessage[]
  readonly tools: readonly []
  readonly tool_choice: 'none'
  readonly config: JsonObject
  readonly output: InspectOutput
  readonly cache?: 'read'
  readonly completed: string
  /** Seconds. */
  readonly working_time: number
}

export interface InspectSample {
  readonly id: string
  /** From 1. */
  readonly epoch: number
  readonly input: string
  readonly target: string
  readonly messages: readonly InspectMessage[]
  readonly output: InspectOutput
  readonly scores?: Readonly<Record<string, { readonly value: number }>>
  readonly metadata: JsonObject
  readonly store: JsonObject
  readonly events: readonly InspectModelEvent[]
  readonly model_usage: Readonly<Record<string, InspectUsage>>
  /** Seconds. */
  readonly total_time: number
  /** Seconds. */
  readonly working_time: number
  readonly uuid: string
  readonly error?: { readonly message: string; readonly traceback: string; readonly traceback_ansi: string }
  readonly attachments: Readonly<Record<string, string>>
  readonly limit?: { readonly type: 'custom' | 'token' | 'time'; readonly limit: number }
}
