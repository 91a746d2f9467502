import type { Progress, RequestOptions } from '@modelcontextprotocol/client'
import { clock } from '@skill-state/protocol'

/** Milliseconds that a call may take at most, however much progress is reported. */
export const MAX_CALL_MS = 3_600_000

/** A server gave no sign for too long. */
export class Silence extends Error {}

export interface PatienceOptions {
  /** Milliseconds without an answer or progress. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/**
 * Waits for an answer as long as there is progress, or somebody else has to answer first (`isWaiting`). Throws `Silence` after
 * the time without either, and lets the server know that the call is cancelled.
 */
export async function patiently<T>(
  { timeoutMs, signal, onProgress, isWaiting }: PatienceOptions & { readonly isWaiting: () => boolean },
  request: (options: RequestOptions) => Promise<T>,
): Promise<T> {
  const silence = new AbortController()
  const begin = (): ReturnType<typeof clock.setTimeout> =>
    clock.setTimeout(() => {
      if (isWaiting()) timer = begin()
      else silence.abort(new Silence(`no answer within ${timeoutMs / 1_000} s`))
    }, timeoutMs)
  let timer = begin()
  try {
    return await request({
      timeout: MAX_CALL_MS,
      signal: signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]),
      onprogress(progress) {
        clock.clearTimeout(timer)
        timer = begin()
        onProgress?.(progress)
      },
    })
  } catch (error) {
    signal?.throwIfAborted()
    throw silence.signal.aborted ? silence.signal.reason : error
  } finally {
    clock.clearTimeout(timer)
  }
}
