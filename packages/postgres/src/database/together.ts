import { setImmediate as nextTurn } from 'node:timers/promises'

/** Gives each item's share of what was done for all of them. */
type Shares<Item, Result> = (item: Item, index: number) => Result

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Does together what is asked for in the same turn of the event loop, or while the last such work was under way: one
 * after the other, in the order of asking, at most `most` items at once. If the work fails, it fails for all of them.
 */
export function together<Item, Result>(
  work: (items: readonly Item[]) => Promise<Shares<Item, Result>>,
  most: number = Number.POSITIVE_INFINITY,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let busy = false
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      await nextTurn() // those who were just answered may ask again: they are not to wait for the others each time
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      await settle(batch, work)
    }
    busy = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (busy) return
      busy = true
      void drain()
    })
}

async function settle<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  work: (items: readonly Item[]) => Promise<Shares<Item, Result>>,
): Promise<void> {
  try {
    const share = await work(batch.map(({ item }) => item))
    for (const [index, { item, resolve }] of batch.entries()) resolve(share(item, index))
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
