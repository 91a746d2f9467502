import type { LimiterSnapshot } from '@skill-state/models'

/** What is between here and the providers now. */
export interface Load {
  /** Requests that wait for a response. */
  readonly inFlight: number
  /** Calls that wait until they may be sent. */
  readonly waiting: number
  /** Attempts that a provider answered with "too many requests" (429). */
  readonly limited: number
  /** Tokens a minute that calls may use, of the keys for which there is a limit; absent if there is none. */
  readonly tokensPerMinute?: number | undefined
}

/** The load on all limiters together; undefined if there is none, because no model has a provider. */
export function loadOf(limiters: readonly LimiterSnapshot[]): Load | undefined {
  if (limiters.length === 0) return undefined
  const sum = (of: (limiter: LimiterSnapshot) => number): number =>
    limiters.reduce((total, each) => total + of(each), 0)
  const isLimited = limiters.some(({ tokensPerMinute }) => tokensPerMinute !== undefined)
  return {
    inFlight: sum(({ inFlight }) => inFlight),
    waiting: sum(({ waiting }) => waiting),
    limited: sum(({ limited }) => limited),
    tokensPerMinute: isLimited ? sum(({ tokensPerMinute = 0 }) => tokensPerMinute) : undefined,
  }
}
