import { invalidOption } from '@skill-state/protocol'
import { type Clock, steadyClock } from './clock.ts'
import { createTokenLimit, type Need } from './token-limit.ts'

/** How an attempt went. `limited`: the provider got too many requests of the key; `overloaded`: too many of everybody. */
export type Outcome = 'answered' | 'limited' | 'overloaded' | 'failed'

/** Gives the place back. By default a rejected attempt used no tokens, any other what was expected. Only the first call counts. */
export type Release = (outcome: Outcome, tokens?: number) => void

interface Place {
  /** What the attempt is expected to use, prompt and reply together. Default: 0. */
  readonly tokens?: number
  /** Most tokens a minute of all calls of the limiter. Holds for this call and those that come while it waits or is under way. */
  readonly tokensPerMinute?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface LimiterSnapshot {
  /** How many calls may be under way at once, now. */
  readonly limit: number
  /** How many tokens a minute they may use, now; absent if no limit is known or named. */
  readonly tokensPerMinute?: number | undefined
  readonly inFlight: number
  readonly waiting: number
  /** Attempts that the provider rejected as `limited` or `overloaded`, since the limiter was made. */
  readonly limited: number
}

/** Lets a limited number of calls run at once, and use a limited number of tokens, in the order in which they came. */
export interface Limiter {
  /** Resolves when there is a place. Rejects with the signal's reason, leaving the queue, when it is aborted. */
  acquire(place?: Place): Promise<Release>
  snapshot(): LimiterSnapshot
}

export interface LimiterOptions {
  /** Places at first. Default: one for each call that comes, until a provider rejects one. */
  readonly initial?: number
  /** Most places. Default: no end. */
  readonly max?: number
  /** Default: the machine's, which is never set back. */
  readonly clock?: Pick<Clock, 'now' | 'sleep'>
}

/** After so many refusals without an answer, and no more, tokens are limited to what flowed: one attempt of six is left. */
const LASTING = 5

/** Places that the first refusal halves, if fewer calls are under way. */
const FEW = 8

interface Waiting {
  readonly need: Need
  readonly start: () => void
}

/**
 * A limiter that looks for the limits by itself. Callers bound their own concurrency, so it begins without a limit. A
 * refusal halves the places; of calls that were under way together only the first does. Answers raise them if all places
 * are taken: by half for each answer up to half of what they were before the refusals, then by one for as many answers as
 * there are places, or by a sixty-fourth of what they were if that is more. Tokens a minute: see `createTokenLimit`. A refusal as `limited` lowers them too if
 * fewer places did not prevent it: places fell and have not risen since, or the next call waits for tokens already.
 * Throws `invalid-option` if the options leave no place.
 *
 * @example
 * ```ts
 * import { rateLimiter } from '@skill-state/models'
 *
 * const limiter = rateLimiter({ initial: 4 })
 * const release = await limiter.acquire()
 * release('answered')
 * console.log(limiter.snapshot().inFlight) // 0
 * ```
 */
export function rateLimiter(options: LimiterOptions = {}): Limiter {
  const { initial = Infinity, max = Infinity, clock = steadyClock } = options
  if (!(max >= 1)) throw invalidOption(`a limit of at most ${max} calls: expected at least 1`)
  const queue = new Set<Waiting>()
  const tokenLimit = createTokenLimit(() => clock.now())
  let limit = Math.min(max, Math.max(1, initial))
  let hasRisen = true
  /** Refusals since the last answer, those of calls that were under way together counted once. */
  let streak = 0
  /** Most places before refusals: what the ones before left of it is forgotten by a tenth. */
  let before = 0
  let inFlight = 0
  let limited = 0
  /** Counts decreases: an attempt that began before the last one says nothing of the present limits. */
  let era = 0
  let nap: AbortController | undefined

  const hasPlace = (): boolean => inFlight < Math.floor(limit)
  const next = (): Need | undefined => queue.values().next().value?.need

  function refused(need: Need, begun: number, isOfKey: boolean): void {
    limited += 1
    if (begun !== era) return
    era += 1
    const head = next()
    const isForTokens = !hasRisen || (head !== undefined && tokenLimit.isShort(head))
    const places = limit === Infinity ? Math.max(inFlight, FEW) : limit
    if (streak === 0) before = Math.max(places, before * 0.9)
    streak += 1
    tokenLimit.calm()
    if (isOfKey && isForTokens) tokenLimit.lower(need, streak === LASTING)
    limit = Math.max(1, places / 2)
    hasRisen = false
  }

  function answered(need: Need, used: number): void {
    streak = 0
    tokenLimit.raise(used, next() ?? need)
    if (hasPlace()) return
    limit = Math.min(max, limit + (limit < before / 2 ? limit / 2 : Math.max(1, before / 64) / limit))
    hasRisen = true
  }

  function enter(need: Need): Release {
    inFlight += 1
    tokenLimit.begin(need)
    const begun = era
    let released = false
    return (outcome, tokens) => {
      if (released) return
      released = true
      const isRefusal = outcome === 'limited' || outcome === 'overloaded'
      const used = whole(tokens ?? (isRefusal ? 0 : need.tokens))
      if (isRefusal) refused(need, begun, outcome === 'limited')
      if (outcome === 'answered') answered(need, used)
      tokenLimit.end(need, used)
      inFlight -= 1
      admit()
    }
  }

  function admit(): void {
    for (const waiting of queue) {
      if (!hasPlace() || !tokenLimit.hasRoom(waiting.need)) break
      queue.delete(waiting)
      waiting.start()
    }
    watch()
  }

  /** Looks again as time passes, while there is a place and the next call waits for tokens. */
  function watch(): void {
    if (queue.size === 0 || !hasPlace()) {
      nap?.abort()
      nap = undefined
    } else if (nap === undefined) {
      const own = new AbortController()
      nap = own
      const wake = (): void => {
        if (nap !== own) return
        nap = undefined
        admit()
      }
      clock.sleep(tokenLimit.changesIn(), own.signal).then(wake, () => {})
    }
  }

  function wait(need: Need, signal: AbortSignal | undefined): Promise<Release> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        queue.delete(waiting)
        reject(signal?.reason)
        admit()
      }
      const start = (): void => {
        signal?.removeEventListener('abort', abort)
        resolve(enter(need))
      }
      const waiting = { need, start }
      signal?.addEventListener('abort', abort, { once: true })
      queue.add(waiting)
      watch()
    })
  }

  return {
    async acquire({ tokens = 0, tokensPerMinute = Infinity, signal } = {}) {
      signal?.throwIfAborted()
      const need = { tokens: whole(tokens), tokensPerMinute }
      const isNext = queue.size === 0 && hasPlace() && tokenLimit.hasRoom(need)
      return isNext ? enter(need) : wait(need, signal)
    },
    snapshot() {
      const tokensPerMinute = Math.floor(Math.min(tokenLimit.limit(), next()?.tokensPerMinute ?? Infinity))
      return {
        limit: Math.floor(limit),
        inFlight,
        waiting: queue.size,
        limited,
        tokensPerMinute: tokensPerMinute < Infinity ? tokensPerMinute : undefined,
      }
    },
  }
}

/** Sums stay exact, and end at 0. */
const whole = (tokens: number): number => (Number.isFinite(tokens) ? Math.ceil(Math.max(0, tokens)) : 0)
