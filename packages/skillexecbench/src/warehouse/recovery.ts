import type { Command } from './command.ts'
import { type Notice, writeNotice } from './notice.ts'
import type { Change } from './plan.ts'
import type { World } from './world.ts'

/** What one step did, as far as recovery is concerned. */
export interface Deed {
  readonly step: number
  readonly command: Command | undefined
  readonly accepted: boolean
  /** Whether it answered the event of its step. */
  readonly successful: boolean
}

/**
 * Makes the change of a scenario happen, and watches whether the agent takes note (ruling 19).
 *
 * - Recovered: a dependent event was answered rightly, the first or, where that one was not, a later one of
 *   the same item. For A the right answer is `Wait`, since there is nothing to ship; for B and C an answer
 *   that succeeds; for D there is none, because nothing brings a shipped item back for it to succeed.
 * - Recovery steps: refused actions after the notice that would have been in order had nothing changed. A:
 *   one that names the removed item. B: one that names it by its old name. C: one that looks for it on its
 *   old shelf, or takes its new shelf for empty.
 */
export class Recovery {
  readonly #change: Change
  readonly #world: World
  #notice: Notice | undefined
  #recovered = false
  #staleActions = 0

  constructor(change: Change, world: World) {
    this.#change = change
    this.#world = world
  }

  /**
   * Changes the world where it is time, and gives the line that says so. Where the agent has lost the item
   * before, nothing happens and nothing is said: a notice is always true.
   */
  begin(step: number): string | undefined {
    if (step !== this.#change.step) return undefined
    this.#notice = takeEffect(this.#change, this.#world)
    return this.#notice && writeNotice(this.#notice)
  }

  watch({ step, command, accepted, successful }: Deed): void {
    if (this.#notice === undefined || command === undefined) return
    if (!accepted && restsOn(this.#notice, command, this.#world)) this.#staleActions += 1
    if (!this.#change.dependents.includes(step)) return
    if (this.#change.scenario === 'A' ? command.verb === 'Wait' : successful) this.#recovered = true
  }

  /** D has no recovery steps: a figure that is not known is absent. */
  metrics(): Readonly<Record<string, number>> {
    const recovered = this.#recovered ? 1 : 0
    return this.#change.scenario === 'D' ? { recovered } : { recovered, recoverySteps: this.#staleActions }
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

/** Whether a refused command takes for true what the notice has ended. */
function restsOn(notice: Notice, command: Command, world: World): boolean {
  if (command.verb === 'Wait') return false
  if (notice.kind !== 'moved') return command.item === notice.item
  const from = command.verb === 'Move' ? command.from : command.shelf
  const to = command.verb === 'Move' ? command.to : command.shelf
  const looksInVain = command.verb !== 'Store' && command.item === notice.item && from === notice.shelf
  const takesForEmpty = command.verb !== 'Ship' && to === notice.to
  return looksInVain || (takesForEmpty && world.shelfOf(notice.item) === notice.to)
}
