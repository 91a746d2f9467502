/** How a provider's Chat Completions differ from OpenAI's. */
export interface Traits {
  /** Whether a stream must be asked for usage (`stream_options.include_usage`). Mistral rejects the option, and sends usage anyway. */
  readonly asksForUsage: boolean
  /** Whether `completion_tokens` counts hidden reasoning. If it does not, `total_tokens` does. */
  readonly completionHasReasoning: boolean
  /** Whether requests must say that only services which obey all their parameters may answer them. */
  readonly routes: boolean
  /** Whether a request must ask that an answer may have several calls. */
  readonly asksForSeveral: boolean
}

/** Who talks to a provider: OpenAI's Responses API, Anthropic's Messages API, or Chat Completions. */
export type WireFormat = 'responses' | 'messages' | 'chat'

/** Where a provider is found, and what its own documentation calls the environment variables. */
export interface ProviderEntry extends Partial<Traits> {
  readonly id: string
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
