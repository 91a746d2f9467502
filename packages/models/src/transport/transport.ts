import {
  invalidOption,
  type Model,
  type ModelRequest,
  type ModelResponse,
  promptText,
  SkillStateError,
} from '@skill-state/protocol'
import { type Clock, systemClock } from '../limits/clock.ts'
import { Estimate } from '../limits/estimate.ts'
import { type Limiter, type Outcome, type Release, rateLimiter } from '../limits/limiter.ts'
import type { Secret } from '../secrets/secret.ts'
import { accepted } from './accepted.ts'
import { attempt } from './attempt.ts'
import { ProviderError } from './provider-error.ts'
import { withListener } from './with-listener.ts'

/** How long one attempt may take in all, if the caller does not say. Milliseconds. */
export const defaultAttemptTimeoutMs = 600_000

/** What a caller may choose of how requests are sent. */
export interface TransportSettings {
  /** How often a request is sent at most, if it is rejected as too many requests (429) twice as often. Default: 6. */
  readonly attempts?: number
  readonly backoff?: Backoff
  /** The longest wait that a provider may ask for; for a longer one the call fails. Default: 120,000 ms. */
  readonly maxWaitMs?: number
  /** How long one attempt may take in all. Default: 600,000 ms. */
  readonly attemptTimeoutMs?: number
  /** How long nothing at all may come of a stream that has begun, be it a keep-alive. Default: 60,000 ms. */
  readonly idleTimeoutMs?: number
  /**
   * Most tokens that all calls which share the limiter may use in a minute. Holds for calls of this model, and for others
   * that come while one of them waits or is under way. Default: what the provider's refusals tell.
   */
  readonly tokensPerMinute?: number
  /** Most calls of the model that may be under way at once. Default: as many as the limiter lets through. */
  readonly concurrency?: number
  /** Default: the one that all models of the key share. */
  readonly limiter?: Limiter
  /** Default: the machine's. */
  readonly clock?: Clock
}

export interface TransportOptions extends TransportSettings {
  /** The model's id: begins every message. */
  readonly id: string
  /** What no response may repeat. */
  readonly key?: Secret | undefined
  /** The environment variable that holds the key, named if the provider does not accept it. */
  readonly keyVariable?: string | undefined
  readonly limiter: Limiter
}

/**
 * Sends one request once. Throws a `ProviderError` if there is no response. Must stop, and free its connection, when the signal is aborted.
 * `heard` is called with each event of a stream, and the piece of the reply's text in it.
 */
export type Send = (request: ModelRequest, signal: AbortSignal, heard: Heard) => Promise<ModelResponse>

/** Hears of an event of a stream, and of the piece of the reply's text in it. */
export type Heard = (piece?: string) => void

/**
 * The one retry policy of all providers. Sends up to `attempts` times, waiting in between; each attempt takes a place
 * of the limiter, and tells it what it is expected to use and what it used; a wait takes none. `onRetry` is awaited after each failed attempt that is followed by another one.
 *
 * Throws the reason of the request's signal, what `onRetry` throws, or a `SkillStateError`: `model-refused` if
 * asking again would not help, else `model-failed`. The error's `cause` is the last attempt's `ProviderError`, which
 * is a `FailedAttempt`: it says whether that attempt may be charged.
 */
export function overTransport(send: Send, options: TransportOptions): Model['generate'] {
  const { id, limiter, attempts = 6, clock = systemClock, maxWaitMs = 120_000 } = options
  const { attemptTimeoutMs = defaultAttemptTimeoutMs, idleTimeoutMs = 60_000 } = options
  const deadlines = { attemptTimeoutMs, idleTimeoutMs }
  const { tokensPerMinute, concurrency } = options
  const estimate = new Estimate()
  requireCount('attempts', attempts)
  if (tokensPerMinute !== undefined) requireCount('tokensPerMinute', tokensPerMinute)
  if (concurrency !== undefined) requireCount('concurrency', concurrency)

  const places =
    concurrency === undefined ? undefined : rateLimiter({ initial: concurrency, max: concurrency })

  async function sendOnce(request: ModelRequest): Promise<ModelResponse> {
    const { signal: caller } = request
    const prompt = promptText(request.prompt)
    const tokens = estimate.expected(prompt)
    const leave = places && (await places.acquire({ signal: caller }))
    let release: Release | undefined
    try {
      release = await limiter.acquire({ tokens, tokensPerMinute, signal: caller })
      const response = await withListener(request, options.key, async (signal, tell) => {
        const work = (ending: AbortSignal, heard: () => void): Promise<ModelResponse> =>
          send(request, ending, (piece = '') => {
            heard()
            tell(piece)
          })
        return accepted(await attempt(work, signal, deadlines, clock), options.key)
      })
      release('answered', estimate.used(prompt, response.usage))
      return response
    } catch (error) {
      release?.(outcomeOf(error), isFree(error) ? 0 : tokens)
      throw error
    } finally {
      leave?.('failed')
    }
  }

  async function pause(failures: number, error: ProviderError, signal: AbortSignal): Promise<void> {
    const wait = backoff(failures, clock.random(), options.backoff ?? {}, error.retryAfterMs)
    await clock.sleep(wait, signal)
  }

  return async (request) => {
    const signal = request.signal ?? new AbortController().signal
    for (let failures = 1; ; failures += 1) {
      try {
        return await sendOnce(request)
      } catch (error) {
        if (signal.aborted || !(error instanceof ProviderError)) throw error
        const refusal = whyStop(error, failures, { ...options, attempts, maxWaitMs })
        if (refusal !== undefined)
          throw new SkillStateError(error.code, `${id}: ${refusal}`, { cause: error })
        const { code, message, mayBeCharged } = error
        await request.onRetry?.({ code, message, mayBeCharged })
        await pause(failures, error, signal)
      }
    }
  }
}

/** What to say if the failure is the last one; absent if there is another attempt. */
function whyStop(
  error: ProviderError,
  failures: number,
  { attempts, maxWaitMs, keyVariable }: TransportOptions & { attempts: number; maxWaitMs: number },
): string | undefined {
  const { message, retryAfterMs = 0 } = error
  if (!error.retryable) return `${message}; ${adviceFor(error.status, keyVariable)}`
  // A refusal for want of room costs nothing, and a crowd that began at once is refused again and again.
  const most = error.status === 429 ? 2 * attempts : attempts
  if (failures >= most) return `after ${failures} attempts: ${message}`
  if (retryAfterMs <= maxWaitMs) return undefined
  return `${message}; the provider asks to wait ${Math.ceil(retryAfterMs / 1000)} s, more than the ${maxWaitMs / 1000} s of maxWaitMs: try again later`
}

/** Throws `invalid-option` for what is no whole number from 1. */
function requireCount(name: string, value: number): void {
  if (Number.isInteger(value) && value >= 1) return
  throw invalidOption(`${name} is a whole number from 1, not ${value}`)
}

/** Whether nothing was computed, so that nothing counts. */
const isFree = (error: unknown): boolean => error instanceof ProviderError && !error.mayBeCharged

/** The provider says that it gets too many requests of the key, or of everybody (529, of Anthropic). */
function outcomeOf(error: unknown): Outcome {
  const status = error instanceof ProviderError ? error.status : undefined
  if (status === 429) return 'limited'
  return status === 529 ? 'overloaded' : 'failed'
}

/** What to do about a request that the provider rejects with the status: a clause for the end of a message. */
function adviceFor(status: number | undefined, keyVariable: string | undefined): string {
  const key = keyVariable === undefined ? 'the key' : `the environment variable ${keyVariable}`
  if (status !== undefined && status >= 300 && status < 400)
    return 'redirects are not followed: give the base URL that the provider has now'
  const advice: Readonly<Record<number, string>> = {
    401: `check ${key}`,
    402: `check the account's credit`,
    403: `check what ${key} is allowed to use`,
    404: `check the model's name and the base URL`,
    413: 'shorten the prompt',
    429: `check the account's quota`,
  }
  return advice[status ?? 0] ?? 'change the request: asking again would not help'
}

/** How long to wait between attempts. Milliseconds. */
export interface Backoff {
  /** Most that the first wait may be. Default: 500. */
  readonly baseMs?: number
  /** Most that any wait may be. Default: 30,000. */
  readonly capMs?: number
}

/**
 * The wait after so many failures: exponential with full jitter, up to the cap, but never shorter than the provider asks for. Source:
 * M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
 */
export function backoff(
  failures: number,
  random: number,
  { baseMs = 500, capMs = 30_000 }: Backoff,
  retryAfterMs?: number,
): number {
  const wait = random * Math.min(capMs, baseMs * 2 ** (failures - 1))
  return retryAfterMs === undefined ? wait : Math.max(wait, retryAfterMs + random * baseMs)
}
