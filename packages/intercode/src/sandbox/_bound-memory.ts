import { createCgroup } from './_cgroup.ts'
import { watchMemory } from './_memory-watch.ts'
import type { Limits } from './sandbox.ts'

/**
 * Bounds what a process and those it will start use together: by a cgroup where one can be made, else by
 * looking again and again.
 *
 * @param exceeded Must end the processes. Called only without a cgroup; with one the kernel ends some itself.
 * @returns A function to call when all of them are gone.
 */
export function boundMemory(pid: number, limits: Limits, exceeded: () => void): () => Promise<void> {
  const cgroup = createCgroup(limits)
  try {
    cgroup?.add(pid)
    if (cgroup) return cgroup.remove
  } catch {
    void cgroup?.remove()
  }
  const stop = watchMemory(pid, limits.memoryBytes, exceeded)
  return () => Promise.resolve(stop())
}
