interface Interrupts {
  /** Aborted by the first Ctrl-C: the steps under way end. */
  readonly stop: AbortSignal
  /** Aborted by the second: nothing is waited for. */
  readonly abort: AbortSignal
  /** Gives Ctrl-C its usual meaning back. */
  readonly release: () => void
}

/** Listens to Ctrl-C, and tells once that it has heard it. */
export function listenToInterrupts(tell: () => void): Interrupts {
  const [stop, abort] = [new AbortController(), new AbortController()]
  const hear = (): void => {
    if (stop.signal.aborted) {
      abort.abort()
      return
    }
    tell()
    stop.abort()
  }
  process.on('SIGINT', hear)
  return { stop: stop.signal, abort: abort.signal, release: () => process.off('SIGINT', hear) }
}
