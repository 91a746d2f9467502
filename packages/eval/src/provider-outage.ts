import { attemptIn, type ProviderFailure } from '@skill-state/protocol/meter'

/** Episodes that fail alike, one after the other, before a run gives its provider up. */
const FAILURES_IN_A_ROW = 5

/** Raised after repeated failures of a provider, because the remaining episodes would fail too. */
export class ProviderOutage extends Error {
  override name = 'ProviderOutage'
}

/** Watches what becomes of a run's calls. */
export interface OutageWatch {
  answered(): void
  /** Hears that the provider has answered in an earlier run: this one cannot be for nothing. */
  answeredBefore(): void
  failed(error: unknown): void
  readonly outage: ProviderOutage | undefined
}

/**
 * Finds an outage if five episodes in a row, or as many as are given, ended with the same failure of a provider and no call was answered in
 * between; if nothing was ever answered, a key that is rejected (401, 403) is one at once. What may be due to a single
 * request (400, 413, 422) counts only as long as nothing was answered. Failures of anything else do not count.
 */
export function watchForOutage(failuresInARow: number = FAILURES_IN_A_ROW): OutageWatch {
  let hasAnswered = false
  let inARow = 0
  let last: string | undefined
  let outage: ProviderOutage | undefined
  return {
    answered() {
      hasAnswered = true
      inARow = 0
    },
    answeredBefore() {
      hasAnswered = true
    },
    failed(error) {
      const attempt = attemptIn(error)
      if (attempt === undefined || (hasAnswered && isAboutRequest(attempt))) return
      const kind = failureKind(attempt.message)
      inARow = kind === last ? inARow + 1 : 1
      last = kind
      const message = error instanceof Error ? error.message : attempt.message
      if (!hasAnswered && isAboutKey(attempt)) outage ??= new ProviderOutage(message)
      if (inARow >= failuresInARow) {
        outage ??= new ProviderOutage(
          `${inARow} episodes in a row failed alike, and no call was answered in between: ${message}`,
        )
      }
    },
    get outage() {
      return outage
    },
  }
}

/** What equal failures have in common: the message without the ids and figures that differ each time. */
export function failureKind(message: string): string {
  return message.replaceAll(/[\w.-]+/g, (word) => (/\d/.test(word) ? '#' : word))
}

const isAboutKey = ({ status = 0 }: ProviderFailure): boolean => [401, 403].includes(status)
const isAboutRequest = ({ status = 0 }: ProviderFailure): boolean => [400, 413, 422].includes(status)
