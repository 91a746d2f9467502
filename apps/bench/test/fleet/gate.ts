import { startBefore } from '../provider/before-provider.ts'
import type { Loopback } from '../provider/loopback.ts'

/** Stands before a provider on loopback, and lets requests through only when it is told to. */
export interface Gate extends Loopback {
  /** Lets so many more requests through, those that wait first. */
  open(count: number): void
}

/** A gate that is closed: it holds requests, except those of some numbers, from 1, which it rejects (400). */
export async function startGate(provider: string, ...refused: readonly number[]): Promise<Gate> {
  let left = 0
  let requests = 0
  const waiting: (() => void)[] = []
  const door = await startBefore(provider, async () => {
    requests += 1
    if (refused.includes(requests)) return { status: 400, message: 'no' }
    if (left > 0) left -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    return undefined
  })
  return {
    ...door,
    open(count) {
      const woken = waiting.splice(0, count)
      left += count - woken.length
      for (const wake of woken) wake()
    },
  }
}
