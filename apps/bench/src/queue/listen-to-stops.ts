/** What asks a worker to end, by the names of systems that run programs. */
const SIGNALS = ['SIGTERM', 'SIGINT'] as const

interface Stops {
  /** Aborted by the first signal: the steps under way end. */
  readonly stop: AbortSignal
  /** Aborted by the second: nothing is waited for. */
  readonly abort: AbortSignal
  readonly release: () => void
}

/** Listens to SIGTERM and SIGINT, and says once what it will do. */
export function listenToStops(say: (line: string) => void): Stops {
  const [stop, abort] = [new AbortController(), new AbortController()]
  const hear = (): void => {
    if (stop.signal.aborted) {
      abort.abort()
      return
    }
    say('drains: the steps under way end, and other workers go on from there')
    stop.abort()
  }
  for (const signal of SIGNALS) process.on(signal, hear)
  return {
    stop: stop.signal,
    abort: abort.signal,
    release: () => {
      for (const signal of SIGNALS) process.off(signal, hear)
    },
  }
}
