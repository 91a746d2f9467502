import { setTimeout as sleep } from 'node:timers/promises'
import { isAway } from './failures.ts'

export interface PersistOptions {
  /** Ends the waiting; the last error is thrown. */
  readonly signal?: AbortSignal | undefined
  /** Hears once that the database is away, and once that it is back. */
  readonly onChange?: ((away: boolean) => void) | undefined
}

const LONGEST_MS = 5_000

/** Does something that may be done again, until the database is there. Throws everything but that it is away. */
export async function persist<T>(
  work: () => Promise<T>,
  { signal, onChange }: PersistOptions = {},
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      const value = await work()
      if (failures > 0) onChange?.(false)
      return value
    } catch (error) {
      if (!isAway(error) || signal?.aborted) throw error
      if (failures === 0) onChange?.(true)
      await sleep(Math.min(LONGEST_MS, 100 * 2 ** failures), undefined, signal && { signal }).catch(() => {
        throw error
      })
    }
  }
}
