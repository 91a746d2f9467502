import { type Clock, clock } from '../machine/clock.ts'
import { LimitReached } from './limits.ts'

/** The longest time that a timer can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1

export interface DeadlineOptions {
  /** Whose limit it is; see `Reached`. */
  readonly scope: string
  readonly maxMs: number
  /** What was spent of it before: in earlier turns and by earlier processes. */
  readonly spentMs?: number | undefined
  /** Default: the system's. */
  readonly clock?: Clock | undefined
}

/** The wall time of something. Its signal is aborted with `LimitReached` when the time is over. */
export class Deadline implements Disposable {
  readonly signal: AbortSignal
  readonly #options: DeadlineOptions
  readonly #clock: Clock
  readonly #begun: number
  readonly #timer: ReturnType<typeof setTimeout>

  constructor(options: DeadlineOptions) {
    this.#options = options
    this.#clock = options.clock ?? clock
    this.#begun = this.#clock.now()
    const controller = new AbortController()
    this.signal = controller.signal
    const { maxMs, spentMs = 0 } = options
    const leftMs = Math.min(Math.max(0, maxMs - spentMs), MAX_TIMER_MS)
    this.#timer = this.#clock.setTimeout(() => controller.abort(this.#reached()), leftMs)
    this.#timer.unref?.()
  }

  /** Throws `LimitReached` if the time is over. */
  check(): void {
    if (this.#spentMs() >= this.#options.maxMs) throw this.#reached()
  }

  [Symbol.dispose](): void {
    this.#clock.clearTimeout(this.#timer)
  }

  #spentMs(): number {
    return (this.#options.spentMs ?? 0) + this.#clock.now() - this.#begun
  }

  #reached(): LimitReached {
    const { scope, maxMs } = this.#options
    return new LimitReached({ scope, limit: 'wallTimeMs', spent: this.#spentMs(), max: maxMs })
  }
}
