export interface Interrupts {
  /** Aborted by the first signal: the steps under way end. */
  readonly stop: AbortSignal
  /** Aborted by the second: nothing is waited for. */
  readonly abort: AbortSignal
  /** Gives the signals their usual meaning back. */
  readonly release: () => void
}

interface InterruptOptions {
  /** Default: Ctrl-C. */
  readonly signals?: readonly NodeJS.Signals[]
  /** Signals that abort at once. Default: none. */
  readonly atOnce?: readonly NodeJS.Signals[]
  /** Milliseconds after the abort at which the process ends, whatever still works. Default: never. */
  readonly lastMs?: number
}

/** Listens to Ctrl-C, or to other signals, and tells once that it has heard one. After an abort the system obeys the next. */
export function listenToInterrupts(
  onInterrupt: () => void,
  { signals = ['SIGINT'], atOnce = [], lastMs }: InterruptOptions = {},
): Interrupts {
  const [stop, abort] = [new AbortController(), new AbortController()]
  const end = (): void => {
    stop.abort()
    abort.abort()
    if (lastMs !== undefined) setTimeout(() => process.exit(130), lastMs).unref()
    release()
  }
  const hear = (): void => {
    if (stop.signal.aborted) {
      end()
      return
    }
    onInterrupt()
    stop.abort()
  }
  for (const signal of signals) process.on(signal, hear)
  for (const signal of atOnce) process.on(signal, end)
  const release = (): void => {
    for (const signal of signals) process.off(signal, hear)
    for (const signal of atOnce) process.off(signal, end)
  }
  return { stop: stop.signal, abort: abort.signal, release }
}
