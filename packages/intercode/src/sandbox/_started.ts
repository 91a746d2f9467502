import type { ChildProcess } from 'node:child_process'
import { SkillStateError } from '@skill-state/protocol'
import { ready } from './_loop.ts'

const startMs = 30_000

/**
 * Waits until a session's loop has its files in place.
 *
 * @param descriptor Where bubblewrap tells about the process 1 that it starts.
 * @returns The number of that process on this machine.
 * @throws SkillStateError `sandbox-unavailable` with what bubblewrap said; the signal's reason.
 */
export function started(child: ChildProcess, descriptor: number, signal?: AbortSignal): Promise<number> {
  const heard = new Map<number, string>()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const listen = (from: number): void => {
    child.stdio[from]?.on('data', (chunk) => {
      heard.set(from, `${heard.get(from) ?? ''}${chunk}`)
      const pid = /"child-pid": (\d+)/.exec(heard.get(descriptor) ?? '')?.[1]
      if (pid && heard.get(1) === ready) resolve(Number(pid))
    })
  }
  const fail = (why: string): void => reject(new SkillStateError('sandbox-unavailable', `bubblewrap: ${why}`))
  for (const from of [1, 2, descriptor]) listen(from)
  child.once('error', (error) => fail(error.message))
  child.once('close', () => fail(heard.get(2)?.trim().replaceAll('\n', '; ') || 'ended at its start'))
  const abort = (): void => reject(signal?.reason)
  signal?.addEventListener('abort', abort)
  const timer = setTimeout(() => fail(`not ready after ${startMs / 1000} s`), startMs)
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    for (const from of [1, 2, descriptor]) child.stdio[from]?.removeAllListeners('data')
  })
}
