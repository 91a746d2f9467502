import type { Clock } from '../src/limits/clock.ts'

export interface FakeClock extends Clock {
  /** How long each wait that passed was meant to be. Milliseconds. */
  readonly waits: readonly number[]
  /** Sleeps that neither passed nor were aborted. */
  pending(): number
  /** Lets time pass: ends the sleeps that are due by then. */
  advance(milliseconds: number): Promise<void>
}

/** Time that stands still until it is told to pass; waits shorter than the given one pass at once. */
export function fakeClock(passing = 0): FakeClock {
  const sleeps = new Set<{ readonly due: number; readonly end: () => void }>()
  const waits: number[] = []
  let now = 0
  return {
    waits,
    now: () => now,
    random: () => 0.5,
    pending: () => sleeps.size,
    async sleep(milliseconds, signal) {
      signal.throwIfAborted()
      if (milliseconds >= passing) await until(milliseconds, signal)
      waits.push(milliseconds)
    },
    async advance(milliseconds) {
      now += milliseconds
      for (const { due, end } of sleeps) if (due <= now) end()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }

  function until(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleep = { due: now + milliseconds, end: () => leave(resolve) }
      const leave = (settle: () => void): void => {
        sleeps.delete(sleep)
        signal.removeEventListener('abort', abort)
        settle()
      }
      const abort = (): void => leave(() => reject(signal.reason))
      signal.addEventListener('abort', abort)
      sleeps.add(sleep)
    })
  }
}
