import { startBefore } from '../provider/before-provider.ts'
import type { Loopback } from '../provider/loopback.ts'

/** A proxy before a provider on loopback: answers 401 without its key. */
export interface Lock extends Loopback {
  /** Requests that were rejected so far. */
  readonly refused: () => number
}

export async function startLock(provider: string, key: string): Promise<Lock> {
  let refused = 0
  const door = await startBefore(provider, async ({ authorization }) => {
    if (authorization === `Bearer ${key}`) return undefined
    refused += 1
    return { status: 401, message: 'wrong key' }
  })
  return { ...door, refused: () => refused }
}
