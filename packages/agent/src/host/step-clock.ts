import type { Clock } from '@skill-state/protocol'

interface Timer {
  readonly at: number
  readonly callback: () => void
}

/** Time that passes in the steps of a turn alone, as it is on record: each run of the turn decides the same by it. */
export class StepClock implements Clock {
  #now = 0
  readonly #timers = new Set<Timer>()

  now(): number {
    return this.#now
  }

  setTimeout(callback: () => void, ms: number): ReturnType<typeof setTimeout> {
    const timer = { at: this.#now + ms, callback }
    this.#timers.add(timer)
    return timer as never
  }

  clearTimeout(timer: ReturnType<typeof setTimeout>): void {
    this.#timers.delete(timer as never)
  }

  /** Milliseconds until the next timer; undefined if there is none. */
  get left(): number | undefined {
    const next = Math.min(...[...this.#timers].map(({ at }) => at))
    return next === Infinity ? undefined : Math.max(0, next - this.#now)
  }

  advance(ms: number): void {
    this.#now += ms
    for (const timer of this.#timers) {
      if (timer.at > this.#now) continue
      this.#timers.delete(timer)
      timer.callback()
    }
  }
}
