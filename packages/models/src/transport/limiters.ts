import { createHash } from 'node:crypto'
import { createLimiter, type Limiter, type LimiterSnapshot } from './limiter.ts'
import type { Secret } from './secret.ts'

const limiters = new Map<string, Limiter>()

/**
 * The one limiter that all models of a provider's key share in this process, because the provider limits the key.
 * Found by a hash: the key itself is not kept.
 */
export function limiterFor(provider: string, key?: Secret): Limiter {
  const hash = createHash('sha256')
    .update(key?.reveal() ?? '')
    .digest('hex')
  const name = `${provider} ${hash}`
  const known = limiters.get(name)
  if (known !== undefined) return known
  const limiter = createLimiter()
  limiters.set(name, limiter)
  return limiter
}

/** How all of these limiters stand, in the order in which they were first asked for. Names no key. */
export function limiterSnapshots(): readonly LimiterSnapshot[] {
  return Array.from(limiters.values(), (limiter) => limiter.snapshot())
}
