import type { FailedAttempt } from '@skill-state/protocol'

export interface Failure {
  /** HTTP status, if there was a response. */
  readonly status?: number
  /** Whether asking again, with the same request, may help. */
  readonly retryable: boolean
  /** How long the provider asks to wait before the next attempt. Milliseconds from now. */
  readonly retryAfterMs?: number
  /** Whether the provider may charge for the attempt. */
  readonly mayBeCharged: boolean
}

/**
 * One attempt that gave no response. The message is one line from which secrets were taken out (`scrub`); there is
 * no cause on purpose, because the errors of provider SDKs hold headers.
 */
export class ProviderError extends Error implements FailedAttempt, Failure {
  readonly code: 'model-failed' | 'model-refused'
  declare readonly status?: number
  readonly retryable: boolean
  declare readonly retryAfterMs?: number
  readonly mayBeCharged: boolean

  constructor(message: string, failure: Failure) {
    super(message)
    this.name = 'ProviderError'
    this.code = failure.retryable ? 'model-failed' : 'model-refused'
    if (failure.status !== undefined) this.status = failure.status
    this.retryable = failure.retryable
    if (failure.retryAfterMs !== undefined) this.retryAfterMs = failure.retryAfterMs
    this.mayBeCharged = failure.mayBeCharged
  }
}
