import type { Command } from './command.ts'
import { type Notice, notices } from './notice.ts'
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
 * Makes the change of a scenario happen, and watches whether the agent takes note (ruling 19). Dependent are
 * the events about the changed item, and the actions that answer them.
 *
 * - Recovered: a dependent event was answered rightly, the first or, where that one was not, a later one. For B
 *   and C an answer that succeeds is right. For A `Wait` is, since there is nothing to ship, but only of an agent
 *   at work: the last ordinary event since the notice must have been answered with success, so that an agent that
 *   has given up, or whose replies are all rejected, does not pass by waiting. A single rejected reply at a
 *   dependent event still does: the world cannot tell its no-op from a chosen one. For D no answer is right,
 *   because nothing brings a shipped item back.
 * - Recovery steps: refused dependent actions that would have been in order had nothing changed. A: one that
 *   names the removed item. B: one that names it by its old name. C: one that looks for it on its old shelf.
 * - Recovery turns: turns from the notice to the last of these actions, whatever the turns between were about. The
 *   paper counts consecutive turns.
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

  /**
   * Changes the world if it is time, and gives the line that says so, unless it is to be silent. If the agent has lost the item
   * before, nothing happens and nothing is said: a notice is always true.
   */
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

  /**
   * A figure that is not known is absent: recovery steps are, without a notice to act on, and for D, where no
   * action takes the old fact for true.
   */
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

/** Whether a refused command takes for true what the notice has ended. */
function restsOn(notice: Notice, command: Command): boolean {
  if (command.kind === 'Wait' || command.item !== notice.item) return false
  return notice.kind !== 'moved' || (command.kind === 'Move' ? command.from : command.shelf) === notice.shelf
}
