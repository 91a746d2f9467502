import type { Clock } from '@skill-state/protocol'

/** Time that passes in the steps of a turn alone, as it is on record: each run of the turn decides the same by it. */
export class StepClock implements Clock {
  #now = 0
  /** When each callback is due. */
  readonly #due = new Map<() => void, number>()

  now(): number {
    return this.#now
  }

  setTimeout(callback: () => void, ms: number): ReturnType<typeof setTimeout> {
    const timer = (): void => callback()
    this.#due.set(timer, this.#now + ms)
    return timer as never
  }

  clearTimeout(timer: ReturnType<typeof setTimeout>): void {
    this.#due.delete(timer as never)
  }

  /** Milliseconds until the next timer; undefined if there is none. */
  get left(): number | undefined {
    return this.#due.size === 0 ? undefined : Math.max(0, Math.min(...this.#due.values()) - this.#now)
  }

  advance(ms: number): void {
    this.#now += ms
    for (const [timer, at] of this.#due) {
      if (at > this.#now) continue
      this.#due.delete(timer)
      timer()
    }
  }
}
