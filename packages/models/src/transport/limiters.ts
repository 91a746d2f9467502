import { createHash } from 'node:crypto'
import { createLimiter, type Limiter } from './limiter.ts'
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
