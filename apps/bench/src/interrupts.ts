interface Interrupts {
  /** Aborted by the first Ctrl-C: the steps under way end. */
  readonly stop: AbortSignal
  /** Aborted by the second: nothing is waited for. */
  readonly abort: AbortSignal
  /** Gives Ctrl-C its usual meaning back. */
  readonly release: () => void
}

/** Listens to Ctrl-C, and says once what it will do. */
export function listenToInterrupts(say: (line: string) => void): Interrupts {
  const [stop, abort] = [new AbortController(), new AbortController()]
  const hear = (): void => {
    if (stop.signal.aborted) {
      abort.abort()
      return
    }
    say('bench: finishing the steps under way; Ctrl-C again stops at once')
    stop.abort()
  }
  process.on('SIGINT', hear)
  return { stop: stop.signal, abort: abort.signal, release: () => process.off('SIGINT', hear) }
}
