import { limiterSnapshots } from '@skill-state/models'
import type { Load } from '@skill-state/suite'

type Limiter = ReturnType<typeof limiterSnapshots>[number]

/** The load on all limiters together; undefined if there is none, because no model has a provider. */
export function loadOf(limiters: readonly Limiter[] = limiterSnapshots()): Load | undefined {
  if (limiters.length === 0) return undefined
  const sum = (of: (limiter: Limiter) => number): number =>
    limiters.reduce((total, each) => total + of(each), 0)
  const isLimited = limiters.some(({ tokensPerMinute }) => tokensPerMinute !== undefined)
  return {
    inFlight: sum(({ inFlight }) => inFlight),
    waiting: sum(({ waiting }) => waiting),
    limited: sum(({ limited }) => limited),
    tokensPerMinute: isLimited ? sum(({ tokensPerMinute = 0 }) => tokensPerMinute) : undefined,
  }
}
