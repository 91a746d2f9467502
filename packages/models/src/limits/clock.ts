/** Time and chance, as the transport needs them. Tests bring their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** At least 0, less than 1. */
  random(): number
  /** Resolves after so many milliseconds; rejects with the signal's reason, its timer stopped, when it is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

/** The longest time that a timer of Node can wait, about 25 days; what is longer would end at once. */
const longestTimer = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason)
        return
      }
      const abort = (): void => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(
        () => {
          signal.removeEventListener('abort', abort)
          resolve()
        },
        Math.min(milliseconds, longestTimer),
      )
      signal.addEventListener('abort', abort, { once: true })
    }),
}

/** The machine's own, but `now` counts from some moment of this process and is never set back. */
export const steadyClock: Clock = { ...systemClock, now: () => performance.now() }
