/** Time and timers, as the runtime takes them from the system. */
export interface Clock {
  /** Milliseconds since some instant. They only grow, whatever is done to the time of day. */
  now(): number
  setTimeout(callback: () => void, ms: number): ReturnType<typeof setTimeout>
  clearTimeout(timer: ReturnType<typeof setTimeout>): void
}

/** The system's. A simulation puts its own functions in place. */
export const clock: Clock = {
  now: () => performance.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (timer) => clearTimeout(timer),
}
