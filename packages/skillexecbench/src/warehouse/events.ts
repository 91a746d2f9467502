import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { mersenne } from 'pure-rand/generator/mersenne'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'

/** What happens in one step, in terms of items: where an item lies depends on the agent. */
export type WarehouseEvent =
  | { readonly kind: 'receive'; readonly item: string }
  | { readonly kind: 'order'; readonly item: string }
  | { readonly kind: 'maintenance'; readonly item: string }

export interface EventOptions {
  /** An integer; only its lower 32 bits count. */
  readonly seed: number
  /** T: number of events. */
  readonly horizon: number
  /** Number of shelves, and so the most items in stock at a time. */
  readonly shelves: number
}

/**
 * The task generator of B.2: each step draws one of the possible kinds, each equally likely, then one of the
 * items in stock. Items are `item_1`, `item_2`, … in the order of arrival.
 *
 * While every shelf is taken, only an order is possible: the paper leaves that case open, and a shipment
 * or a move would have nowhere to go, so that the event could not be answered.
 */
export function generateEvents({ seed, horizon, shelves }: EventOptions): readonly WarehouseEvent[] {
  const random = mersenne(seed)
  const stock: string[] = []
  const events: WarehouseEvent[] = []
  let arrivals = 0
  while (events.length < horizon) {
    const kind = pick(random, possibleKinds(stock.length, shelves))
    if (kind === 'receive') {
      arrivals += 1
      const item = `item_${arrivals}`
      stock.push(item)
      events.push({ kind, item })
      continue
    }
    const item = pick(random, stock)
    if (kind === 'order') stock.splice(stock.indexOf(item), 1)
    events.push({ kind, item })
  }
  return events
}

function possibleKinds(stocked: number, shelves: number): readonly WarehouseEvent['kind'][] {
  if (stocked === 0) return ['receive']
  if (stocked >= shelves) return ['order']
  return ['receive', 'order', 'maintenance']
}

function pick<T>(random: RandomGenerator, choices: readonly T[]): T {
  return choices[uniformInt(random, 0, choices.length - 1)] as T
}
