/** Options that say how a model is asked, as typed. */
export interface ModelFlags {
  readonly temperature?: string
  readonly maxOutputTokens?: string
  readonly reasoningEffort?: string
  readonly baseUrl?: string
  /** Most tokens that the model's key may use in a minute. Says how calls are sent, not what is run. */
  readonly tokensPerMinute?: string
  /** A JSON file with what is known better than in the table of capabilities. */
  readonly modelInfo?: string
  /** Folder in which each request and response is kept. */
  readonly record?: string
  /** Folder of a response cache. */
  readonly cache?: string
  /** Nothing is written. */
  readonly dryRun?: boolean
}
