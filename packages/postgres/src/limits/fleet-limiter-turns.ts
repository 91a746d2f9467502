/** Lets one after the other in, in the order in which they came. */
export interface Turns {
  /**
   * Resolves when all who came before are done, to a function that says that one is done oneself. Rejects with the
   * signal's reason when it is aborted: then those behind wait for those before alone.
   */
  next(signal?: AbortSignal): Promise<() => void>
}

export function createTurns(): Turns {
  let last = Promise.resolve()
  return {
    async next(signal) {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      const done = (): void => void before.then(resolve)
      try {
        await unlessAborted(before, signal)
      } catch (error) {
        done()
        throw error
      }
      return done
    },
  }
}

/** Leaves nothing at the signal. */
function unlessAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    void work.then(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    })
  })
}
