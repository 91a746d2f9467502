import type { Limit } from '../trace/trace.ts'

/** Limits of one episode. An absent limit does not apply. */
export interface Budget {
  /** Most environment steps. */
  readonly steps?: number
  /** Tokens, input and output together, after which no further call starts. */
  readonly tokens?: number
  /** Milliseconds from the start of the episode. */
  readonly wallTimeMs?: number
}

/** Raised inside the harness to end an episode; never reaches a caller. */
export class LimitReached extends Error {
  readonly limit: Limit

  constructor(limit: Limit) {
    super(`the episode reached its limit of ${limit}`)
    this.limit = limit
  }
}
