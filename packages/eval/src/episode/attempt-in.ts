import type { FailedAttempt } from '@skill-state/protocol'

/** A failed request as providers' errors tell of it. */
export interface ProviderFailure extends FailedAttempt {
  /** HTTP status, where there was a response. */
  readonly status?: number
}

/** The failed request to a provider that an error is, or was caused by; undefined if there was none. */
export function attemptIn(error: unknown): (Error & ProviderFailure) | undefined {
  if (!(error instanceof Error)) return undefined
  return isAttempt(error) ? error : attemptIn(error.cause)
}

/** By its shape: each package that talks to a provider has an error class of its own. */
function isAttempt(error: Error): error is Error & ProviderFailure {
  return 'mayBeCharged' in error && typeof error.mayBeCharged === 'boolean'
}
