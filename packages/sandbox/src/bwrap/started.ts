import type { ChildProcess } from 'node:child_process'
import { SkillStateError } from '@skill-state/protocol'
import { ready } from './loop.ts'

const startMs = 30_000

export interface StartOptions {
  /** Where bubblewrap tells about the process 1 that it starts. */
  readonly descriptor: number
  /** Is called with the number of that process on this machine, also after the start has failed. */
  readonly found: (processOne: number) => void
  readonly signal?: AbortSignal | undefined
}

/**
 * Waits until a session's loop has its files in place.
 *
 * @throws SkillStateError `sandbox-unavailable` with what bubblewrap said; the signal's reason.
 */
export function started(child: ChildProcess, { descriptor, found, signal }: StartOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const missing = new Set([descriptor, 1])
  const settle = (from: number): void => {
    missing.delete(from)
    if (missing.size === 0) resolve()
  }
  listen(child, descriptor, (heard) => {
    const pid = /"child-pid": (\d+)\D/.exec(heard)?.[1]
    if (pid === undefined) return
    found(Number(pid))
    settle(descriptor)
  })
  listen(child, 1, (heard) => heard === ready && settle(1))
  let complaint = ''
  listen(child, 2, (heard) => {
    complaint = heard
  })
  const fail = (why: string): void => reject(new SkillStateError('sandbox-unavailable', `bubblewrap: ${why}`))
  child.once('error', (error) => fail(error.message))
  child.once('close', () =>
    fail(
      complaint
        .replace(/^bwrap: /gm, '')
        .trim()
        .replaceAll('\n', '; ') || 'ended at its start',
    ),
  )
  const abort = (): void => reject(signal?.reason)
  signal?.addEventListener('abort', abort)
  const timer = setTimeout(() => {
    fail(`not ready after ${startMs / 1000} s`)
    child.kill('SIGKILL')
  }, startMs)
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    for (const from of [1, 2]) child.stdio[from]?.removeAllListeners('data')
  })
}

/** Calls with all that was heard so far, each time that there is more. */
function listen(child: ChildProcess, descriptor: number, hear: (heard: string) => void): void {
  let heard = ''
  child.stdio[descriptor]?.on('data', (chunk) => {
    heard += chunk
    hear(heard)
  })
}
