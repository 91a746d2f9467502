/** Keeps results that are too long for an observation, under their handles. */
export interface ResultStore {
  keep(handle: string, text: string): void
  /** Undefined if nothing is kept under the handle, or no longer. */
  read(handle: string): string | undefined | Promise<string | undefined>
  /** Forgets all. Absent if an episode never begins anew. */
  clear?(): void
}

/**
 * Keeps the last 50 results in memory: gone with the process.
 *
 * @example
 * ```ts
 * import { memoryResults } from '@skill-state/tools'
 *
 * const results = memoryResults()
 * results.keep('result-1', 'a long text')
 * console.log(await results.read('result-1')) // a long text
 * ```
 */
export function memoryResults(): ResultStore {
  const texts = new Map<string, string>()
  return {
    keep: (handle, text) => {
      texts.set(handle, text)
      const [oldest] = texts.keys()
      if (texts.size > 50 && oldest !== undefined) texts.delete(oldest)
    },
    read: (handle) => texts.get(handle),
    clear: () => texts.clear(),
  }
}
