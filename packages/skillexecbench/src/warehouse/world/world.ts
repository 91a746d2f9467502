import { type Line, type Lines, lines } from '../../shared/lines.ts'
import { accept, refuse, type Verdict } from '../../shared/verdict.ts'
import type { Stock } from './stock.ts'

const forms = {
  Store: 'Store {item} shelf_{shelf}',
  Ship: 'Ship {item} shelf_{shelf}',
  Move: 'Move {item} shelf_{from} shelf_{to}',
  Wait: 'Wait',
} as const
const parts = {
  item: 'item_[1-9][0-9]{0,8}',
  shelf: { number: '0|[1-9][0-9]{0,8}' },
  from: { number: '0|[1-9][0-9]{0,8}' },
  to: { number: '0|[1-9][0-9]{0,8}' },
} as const

/** An action of B.1, read. Shelves are numbers: `shelf_42` is 42. */
export type Command = Line<typeof forms, typeof parts>

/** Actions, to the letter: one space between words, no leading zeros. */
export const commands: Lines<Command> = lines(forms, parts)

/** The shelves as they are, and the transition rules of B.1. */
export class World {
  readonly #shelves: number
  readonly #itemOn = new Map<number, string>()
  readonly #shelfOf = new Map<string, number>()
  readonly #shipped = new Set<string>()
  #waiting: string | undefined

  constructor(shelves: number, stock: Stock = []) {
    this.#shelves = shelves
    for (const [shelf, item] of stock) this.put(item, shelf)
  }

  /** Begins a step: an item that arrives can be stored in this step only; one not stored before is gone. */
  begin(arrival: string | undefined): void {
    this.#waiting = arrival
  }

  shelfOf(item: string): number | undefined {
    return this.#shelfOf.get(item)
  }

  lowestEmptyShelf(): number | undefined {
    for (let shelf = 0; shelf < this.#shelves; shelf += 1) if (!this.#itemOn.has(shelf)) return shelf
    return undefined
  }

  highestEmptyShelf(): number | undefined {
    for (let shelf = this.#shelves - 1; shelf >= 0; shelf -= 1) if (!this.#itemOn.has(shelf)) return shelf
    return undefined
  }

  wasShipped(item: string): boolean {
    return this.#shipped.has(item)
  }

  /** The item on each occupied shelf, in no particular order. */
  inventory(): ReadonlyMap<number, string> {
    return this.#itemOn
  }

  /** Puts the item on the shelf, which is empty: not by an action of the agent, so no rule is asked. */
  put(item: string, shelf: number): void {
    this.#itemOn.set(shelf, item)
    this.#shelfOf.set(item, shelf)
  }

  /** Takes the item from the shelf on which it lies, likewise. */
  take(item: string, shelf: number): void {
    this.#itemOn.delete(shelf)
    this.#shelfOf.delete(item)
  }

  /** Executes the command, or refuses it and changes nothing. */
  apply(command: Command): Verdict {
    switch (command.kind) {
      case 'Store':
        return this.#store(command.item, command.shelf)
      case 'Ship':
        return this.#ship(command.item, command.shelf)
      case 'Move':
        return this.#move(command.item, command.from, command.to)
      case 'Wait':
        return accept('Waited.')
    }
  }

  #store(item: string, shelf: number): Verdict {
    if (item !== this.#waiting) return refuse('that item is not waiting to be stored.')
    const obstacle = this.#obstacle(shelf)
    if (obstacle !== undefined) return refuse(obstacle)
    this.#waiting = undefined
    this.put(item, shelf)
    return accept(`Stored ${item} on shelf_${shelf}.`)
  }

  #ship(item: string, shelf: number): Verdict {
    if (this.#itemOn.get(shelf) !== item) return refuse(this.#absence(shelf))
    this.take(item, shelf)
    this.#shipped.add(item)
    return accept(`Shipped ${item} from shelf_${shelf}.`)
  }

  #move(item: string, from: number, to: number): Verdict {
    if (this.#itemOn.get(from) !== item) return refuse(this.#absence(from))
    if (from === to) return refuse(`${item} is already on shelf_${to}.`)
    const obstacle = this.#obstacle(to)
    if (obstacle !== undefined) return refuse(obstacle)
    this.take(item, from)
    this.put(item, to)
    return accept(`Moved ${item} from shelf_${from} to shelf_${to}.`)
  }

  #obstacle(shelf: number): string | undefined {
    if (shelf >= this.#shelves) return 'that shelf does not exist.'
    return this.#itemOn.has(shelf) ? `shelf_${shelf} is occupied.` : undefined
  }

  #absence(shelf: number): string {
    return shelf >= this.#shelves ? 'that shelf does not exist.' : 'that item is not on that shelf.'
  }
}
