import { type Random, randomStream } from '../noise/random.ts'

export interface DockEvent {
  readonly kind: 'receive' | 'order' | 'maintenance'
  readonly item: string
}

export interface DockOptions {
  readonly seed: number
  readonly horizon: number
  /** Items in stock, about which their number stays once it is reached. At least `LEAST_LOAD`. */
  readonly load: number
}

/** With fewer items, an event could only be about the item of the event before. */
export const LEAST_LOAD = 3

const SLACK = 2

/** Most events are maintenance. None is about the item of the event before, so that no result tells what is needed next. */
export function generateDockEvents({ seed, horizon, load }: DockOptions): readonly DockEvent[] {
  const random = randomStream(seed, 'dock events')
  const names = drawNames(random, 'item')
  const stock: string[] = []
  const events: DockEvent[] = []
  while (events.length < horizon) {
    const kind = random.pick(possibleKinds(stock.length, load))
    if (kind === 'receive') {
      const item = names()
      stock.push(item)
      events.push({ kind, item })
      continue
    }
    const item = random.pick(stock.filter((each) => each !== events.at(-1)?.item))
    if (kind === 'order') stock.splice(stock.indexOf(item), 1)
    events.push({ kind, item })
  }
  return events
}

/** Maintenance is drawn three times as often as each of the others. */
const MAINTENANCE = ['maintenance', 'maintenance', 'maintenance'] as const

function possibleKinds(stored: number, load: number): readonly DockEvent['kind'][] {
  if (stored < LEAST_LOAD) return ['receive']
  if (stored < load - SLACK) return ['receive', ...MAINTENANCE]
  if (stored >= load + SLACK) return ['order', ...MAINTENANCE]
  return ['receive', 'order', ...MAINTENANCE]
}

/** No vowels, so that no name is a word. */
export const LETTERS: readonly string[] = 'bcdfghjkmnpqrstvwxz23456789'.split('')

/** Names without an order or a number to calculate with, each once: `item_q7kd`. */
export function drawNames(random: Random, prefix: string): () => string {
  const drawn = new Set<string>()
  return () => {
    for (;;) {
      const name = `${prefix}_${Array.from({ length: 4 }, () => random.pick(LETTERS)).join('')}`
      if (drawn.has(name)) continue
      drawn.add(name)
      return name
    }
  }
}
