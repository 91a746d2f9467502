import { mersenne } from 'pure-rand/generator/mersenne'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { pick } from '../../noise/random.ts'

export type WarehouseEvent =
  | { readonly kind: 'receive'; readonly item: string }
  | { readonly kind: 'order'; readonly item: string }
  | { readonly kind: 'maintenance'; readonly item: string }

export interface WalkOptions {
  readonly seed: number
  /** Number of shelves, and so the most items in stock at a time. */
  readonly shelves: number
  /** Target number of occupied shelves, with which the walk also begins. Absent: it begins empty and is free. */
  readonly load?: number | undefined
}

/** The ground truth of B.2 in terms of items: draws events, and knows what is in stock. `item_1`, `item_2`, … by arrival. */
export class Walk {
  readonly #random: RandomGenerator
  readonly #shelves: number
  readonly #fewest: number
  readonly #most: number
  readonly #stock: string[]
  #named: number
  #held = 0

  constructor({ seed, shelves, load }: WalkOptions) {
    this.#random = mersenne(seed)
    this.#shelves = shelves
    const slack = load === undefined ? Number.POSITIVE_INFINITY : loadSlack(load)
    this.#fewest = (load ?? 0) - slack
    this.#most = (load ?? 0) + slack
    this.#named = load ?? 0
    this.#stock = Array.from({ length: this.#named }, (_, index) => `item_${index + 1}`)
  }

  get stock(): readonly string[] {
    return this.#stock
  }

  hasRoom(): boolean {
    return this.#occupied() < this.#shelves
  }

  /** Draws one of the possible kinds, each equally likely, then one of the items in stock. */
  next(): WarehouseEvent {
    const kind = pick(this.#random, this.#possibleKinds())
    if (kind === 'receive') return { kind, item: this.#receive() }
    const item = pick(this.#random, this.#stock)
    if (kind === 'order') this.remove(item)
    return { kind, item }
  }

  /** An order of an item in stock; if there is none, a shipment. */
  nextOrder(): WarehouseEvent {
    if (this.#stock.length === 0) return { kind: 'receive', item: this.#receive() }
    const item = pick(this.#random, this.#stock)
    this.remove(item)
    return { kind: 'order', item }
  }

  remove(item: string): void {
    this.#stock.splice(this.#stock.indexOf(item), 1)
  }

  /** No event is drawn about the item any more, but it keeps its shelf until `release`. */
  hold(item: string): void {
    this.remove(item)
    this.#held += 1
  }

  release(): void {
    this.#held -= 1
  }

  newName(): string {
    this.#named += 1
    return `item_${this.#named}`
  }

  #receive(): string {
    const item = this.newName()
    this.#stock.push(item)
    return item
  }

  #occupied(): number {
    return this.#stock.length + this.#held
  }

  /** If every shelf is taken only an order is possible: a shipment or a move could not be answered. A load bounds the others. */
  #possibleKinds(): readonly WarehouseEvent['kind'][] {
    if (this.#stock.length === 0) return ['receive']
    if (!this.hasRoom()) return ['order']
    if (this.#occupied() <= this.#fewest) return ['receive', 'maintenance']
    if (this.#occupied() >= this.#most) return ['order', 'maintenance']
    return ['receive', 'order', 'maintenance']
  }
}

/** How far the number of occupied shelves strays from a load: a tenth of it, at least 1, at most 5. */
export function loadSlack(load: number): number {
  return Math.min(5, Math.ceil(load / 10))
}
