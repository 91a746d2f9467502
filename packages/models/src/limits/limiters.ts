import { createHash } from 'node:crypto'
import type { Secret } from '../secrets/secret.ts'
import { type Limiter, type LimiterSnapshot, rateLimiter } from './limiter.ts'

const limiters = new Map<string, Limiter>()
let create: (name: string) => Limiter = () => rateLimiter()

/**
 * Lets every limiter that is asked for from now on be made by a function, which gets a name that is equal for equal keys
 * of a provider, on all machines: as where several processes share what a key may do.
 *
 * @example
 * ```ts
 * import { rateLimiter, useLimiters } from '@skill-state/models'
 *
 * useLimiters(() => rateLimiter({ max: 2 }))
 * ```
 */
export function useLimiters(make: (name: string) => Limiter): void {
  create = make
}

/** The one limiter that all models of a provider's key share in this process. Found by a hash: the key itself is not kept. */
export function limiterFor(provider: string, key?: Secret): Limiter {
  const hash = createHash('sha256')
    .update(key?.reveal() ?? '')
    .digest('hex')
  const name = `${provider} ${hash}`
  const known = limiters.get(name)
  if (known !== undefined) return known
  const limiter = create(name)
  limiters.set(name, limiter)
  return limiter
}

/**
 * The state of all of these limiters, in the order of their first use. Names no key.
 *
 * @example
 * ```ts
 * import { limiterSnapshots } from '@skill-state/models'
 *
 * console.log(limiterSnapshots()) // []
 * ```
 */
export function limiterSnapshots(): readonly LimiterSnapshot[] {
  return Array.from(limiters.values(), (limiter) => limiter.snapshot())
}
