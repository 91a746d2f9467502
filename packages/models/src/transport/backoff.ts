/** How long to wait between attempts. Milliseconds. */
export interface Backoff {
  /** Most that the first wait may be. Default: 500. */
  readonly baseMs?: number
  /** Most that any wait may be. Default: 30,000. */
  readonly capMs?: number
}

/**
 * The wait after the given number of failures, from 1: exponential with full jitter, so anything between 0 and the
 * base doubled for each further failure, up to the cap. Never shorter than the wait that the provider names, to which
 * a little jitter is added so that many callers do not come back at once.
 *
 * Source: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
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
