import { type Line, type Lines, lines } from '../../shared/lines.ts'
import type { Change } from './plan.ts'
import type { Command, World } from './world.ts'

const forms = {
  removed: 'Notice: {item} was removed from shelf_{shelf} in an audit; it is no longer in the warehouse.',
  renamed: 'Notice: {item} on shelf_{shelf} has a new barcode; it is now {name}.',
  moved: 'Notice: {item} was moved from shelf_{shelf} to shelf_{to} by another worker.',
  cancelled: 'Notice: the order of {item} was cancelled; it should not have been shipped.',
} as const
const parts = {
  item: 'item_\\d+',
  name: 'item_\\d+',
  shelf: { number: '\\d+' },
  to: { number: '\\d+' },
} as const

/** What somebody else did to the warehouse, or to an order, as the agent is told. Shelves are numbers. */
export type Notice = Line<typeof forms, typeof parts>

export const notices: Lines<Notice> = lines(forms, parts)

export interface Deed {
  readonly step: number
  readonly command: Command | undefined
  readonly accepted: boolean
  readonly successful: boolean
}

/**
 * Makes the change of a scenario happen, and watches whether the agent takes note (ruling 19), by the events about the
 * item.
 *
 * - Recovered: such an event was answered rightly. For A right is `Wait`, but only of an agent at work, which answered
 *   the last ordinary event. For D nothing is.
 * - Recovery steps: refused actions that rest on what the notice ended: the removed item, its old name, its old shelf.
 * - Recovery turns: turns from the notice to the last of these actions. The paper counts consecutive turns.
 */
export class Recovery {
  readonly #change: Change
  readonly #world: World
  readonly #silent: boolean
  #notice: Notice | undefined
  /** Whether the last ordinary event since the notice was answered with success. */
  #atWork = false
  #recovered = false
  #staleActions = 0
  #turns = 0
  #staleTurns = 0

  constructor(change: Change, world: World, silent: boolean) {
    this.#change = change
    this.#world = world
    this.#silent = silent
  }

  /** Changes the world if it is time, and gives the line that says so. If the agent has lost the item, nothing is said. */
  begin(step: number): string | undefined {
    if (step !== this.#change.step) return undefined
    this.#notice = takeEffect(this.#change, this.#world)
    return this.#notice && !this.#silent ? notices.write(this.#notice) : undefined
  }

  watch({ step, command, accepted, successful }: Deed): void {
    if (this.#notice === undefined) return
    this.#turns += 1
    if (!this.#change.dependents.includes(step)) {
      this.#atWork = successful
      return
    }
    if (command === undefined) return
    if (!accepted && restsOn(this.#notice, command)) {
      this.#staleActions += 1
      this.#staleTurns = this.#turns
    }
    const waited = command.kind === 'Wait'
    if (this.#change.scenario === 'A' ? waited && this.#atWork : successful) this.#recovered = true
  }

  /** Recovery steps are absent without a notice, and for D, where no action takes the old fact for true. */
  metrics(): Readonly<Record<string, number>> {
    const recovered = this.#recovered ? 1 : 0
    const counts = this.#notice !== undefined && this.#change.scenario !== 'D'
    if (!counts) return { recovered }
    return { recovered, recoverySteps: this.#staleActions, recoveryTurns: this.#staleTurns }
  }
}

function takeEffect({ scenario, item, name }: Change, world: World): Notice | undefined {
  if (scenario === 'D') return world.wasShipped(item) ? { kind: 'cancelled', item } : undefined
  const shelf = world.shelfOf(item)
  if (shelf === undefined) return undefined
  const to = scenario === 'C' ? world.highestEmptyShelf() : shelf
  if (to === undefined) return undefined
  world.take(item, shelf)
  if (scenario === 'A') return { kind: 'removed', item, shelf }
  world.put(name, to)
  return scenario === 'B' ? { kind: 'renamed', item, shelf, name } : { kind: 'moved', item, shelf, to }
}

function restsOn(notice: Notice, command: Command): boolean {
  if (command.kind === 'Wait' || command.item !== notice.item) return false
  return notice.kind !== 'moved' || (command.kind === 'Move' ? command.from : command.shelf) === notice.shelf
}
