import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '../limits/clock.ts'
import { ProviderError } from './provider-error.ts'

export interface Deadlines {
  /** How long one attempt may take in all. Milliseconds. */
  readonly attemptTimeoutMs: number
  /** How long a stream may be silent once it has begun. Milliseconds. */
  readonly idleTimeoutMs: number
}

/**
 * Runs one attempt under its deadlines. `work` gets a signal, and a function to call when a stream has begun or continues; from then on
 * any byte is a sign of life (`signsOfLife`). Rejects at once with the caller's reason, or with a `ProviderError` for a deadline.
 */
export async function attempt<T>(
  work: (signal: AbortSignal, heard: () => void) => Promise<T>,
  caller: AbortSignal | undefined,
  { attemptTimeoutMs, idleTimeoutMs }: Deadlines,
  clock: Clock,
): Promise<T> {
  caller?.throwIfAborted()
  const controller = new AbortController()
  const settled = new AbortController()
  const { signal } = controller
  const relay = (): void => controller.abort(caller?.reason)
  caller?.addEventListener('abort', relay, { once: true })
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  const expire = (what: string, milliseconds: number): void => {
    const message = `${what} after ${milliseconds / 1000} s`
    controller.abort(new ProviderError(message, { retryable: true, mayBeCharged: true }))
  }
  let lastHeard: number | undefined
  const heard = (): void => {
    if (lastHeard === undefined) void watchSilence()
    lastHeard = clock.now()
  }
  const alive = (): void => {
    if (lastHeard !== undefined) lastHeard = clock.now()
  }
  const watchSilence = async (): Promise<void> => {
    let rest = idleTimeoutMs
    while (rest > 0) {
      if (!(await slept(clock, rest, settled.signal))) return
      rest = idleTimeoutMs - (clock.now() - (lastHeard ?? 0))
    }
    expire('the stream fell silent: no byte', idleTimeoutMs)
  }
  void slept(clock, attemptTimeoutMs, settled.signal).then((over) => {
    if (over) expire('no complete response', attemptTimeoutMs)
  })
  try {
    return await Promise.race([signsOfLife.run(alive, () => work(signal, heard)), aborted])
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    settled.abort(OVER)
    caller?.removeEventListener('abort', relay)
  }
}

/** With a reason of its own, `abort` makes no error, whose stack takes longer than all else here. */
const OVER = Symbol('over')

/** Whether the time passed, and the signal was not aborted before. */
function slept(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return clock.sleep(milliseconds, signal).then(
    () => true,
    () => false,
  )
}

/** Called with each piece of a body that an attempt receives: SDKs pass neither comments nor keep-alives on. */
export const signsOfLife: AsyncLocalStorage<() => void> = new AsyncLocalStorage()
