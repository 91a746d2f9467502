interface Interrupts {
  /** Aborted by the first Ctrl-C: the step under way ends. */
  readonly stop: AbortSignal
  /** Aborted by the second, and where the system asks us to end: nothing is waited for. */
  readonly abort: AbortSignal
  /** Gives the signals their usual meaning back. */
  readonly release: () => void
}

/** Milliseconds that servers have to end after the second Ctrl-C. Whatever still works then is left. */
const LAST_MS = 5_000

/** Listens to Ctrl-C and to the system, and says once what the first Ctrl-C will do. */
export function listenToInterrupts(): Interrupts {
  const [stop, abort] = [new AbortController(), new AbortController()]
  const end = (): void => {
    stop.abort()
    abort.abort()
    setTimeout(() => process.exit(1), LAST_MS).unref()
    release() // one more is obeyed by the system, however busy we are
  }
  const hear = (): void => {
    if (stop.signal.aborted) {
      end()
      return
    }
    process.stderr.write('\nskill-state: finishing the step under way; Ctrl-C again stops at once\n')
    stop.abort()
  }
  const signals = [
    ['SIGINT', hear],
    ['SIGTERM', end],
    ['SIGHUP', end],
  ] as const
  for (const [signal, listener] of signals) process.on(signal, listener)
  const release = (): void => {
    for (const [signal, listener] of signals) process.off(signal, listener)
  }
  return { stop: stop.signal, abort: abort.signal, release }
}
