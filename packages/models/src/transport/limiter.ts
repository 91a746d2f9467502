import { SkillStateError } from '@skill-state/protocol'

/** How an attempt went, as far as the limit is concerned: `limited` is the provider's "too many requests". */
export type Outcome = 'answered' | 'limited' | 'failed'

/** Gives the place back. Only the first call counts. */
export type Release = (outcome: Outcome) => void

export interface LimiterSnapshot {
  /** How many calls may be under way at once, now. */
  readonly limit: number
  readonly inFlight: number
  readonly waiting: number
  /** Attempts that the provider answered with "too many requests", since the limiter was made. */
  readonly limited: number
}

/** Lets a limited number of calls run at once, in the order in which they came. */
export interface Limiter {
  /** Resolves when there is a place. Rejects with the signal's reason, leaving the queue, when it is aborted. */
  acquire(signal?: AbortSignal): Promise<Release>
  snapshot(): LimiterSnapshot
}

export interface LimiterOptions {
  /** Default: 8. */
  readonly initial?: number
  /** Default: 1. */
  readonly min?: number
  /** Default: 64. */
  readonly max?: number
}

/**
 * A limiter that looks for the limit by itself: one more for as many answers as the limit allows at once, half of it
 * for a "too many requests" (additive increase, multiplicative decrease). Only a full house raises the limit, and
 * calls that were under way together lower it once. Throws `invalid-option` where the limits leave no place.
 */
export function createLimiter({ initial = 8, min = 1, max = 64 }: LimiterOptions = {}): Limiter {
  if (!(min >= 1 && max >= min)) {
    throw new SkillStateError('invalid-option', `a limit from ${min} to ${max}: expected 1 <= min <= max`)
  }
  const queue = new Set<() => void>()
  let limit = Math.min(max, Math.max(min, initial))
  let inFlight = 0
  let limited = 0
  /** Counts decreases: an attempt that began before the last one says nothing of the present limit. */
  let era = 0

  const hasPlace = (): boolean => inFlight < Math.floor(limit)

  function adapt(outcome: Outcome, begun: number): void {
    if (outcome === 'limited') {
      limited += 1
      if (begun !== era) return
      era += 1
      limit = Math.max(min, limit / 2)
    } else if (outcome === 'answered' && !hasPlace()) {
      limit = Math.min(max, limit + 1 / limit)
    }
  }

  function enter(): Release {
    inFlight += 1
    const begun = era
    let released = false
    return (outcome) => {
      if (released) return
      released = true
      adapt(outcome, begun)
      inFlight -= 1
      admit()
    }
  }

  function admit(): void {
    for (const start of queue) {
      if (!hasPlace()) return
      queue.delete(start)
      start()
    }
  }

  function wait(signal: AbortSignal | undefined): Promise<Release> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        queue.delete(start)
        reject(signal?.reason)
      }
      const start = (): void => {
        signal?.removeEventListener('abort', abort)
        resolve(enter())
      }
      signal?.addEventListener('abort', abort, { once: true })
      queue.add(start)
    })
  }

  return {
    async acquire(signal) {
      signal?.throwIfAborted()
      return queue.size === 0 && hasPlace() ? enter() : wait(signal)
    },
    snapshot: () => ({ limit: Math.floor(limit), inFlight, waiting: queue.size, limited }),
  }
}
