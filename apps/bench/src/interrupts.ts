interface Interrupts {
  /** Aborted by the first signal: the steps under way end. */
  readonly stop: AbortSignal
  /** Aborted by the second: nothing is waited for. */
  readonly abort: AbortSignal
  /** Gives the signals their usual meaning back. */
  readonly release: () => void
}

/** Listens to Ctrl-C, or to other signals, and tells once that it has heard one. */
export function listenToInterrupts(
  tell: () => void,
  signals: readonly NodeJS.Signals[] = ['SIGINT'],
): Interrupts {
  const [stop, abort] = [new AbortController(), new AbortController()]
  const hear = (): void => {
    if (stop.signal.aborted) {
      abort.abort()
      return
    }
    tell()
    stop.abort()
  }
  for (const signal of signals) process.on(signal, hear)
  const release = (): void => {
    for (const signal of signals) process.off(signal, hear)
  }
  return { stop: stop.signal, abort: abort.signal, release }
}
