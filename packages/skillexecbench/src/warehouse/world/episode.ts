import type { Action, JsonObject, Outcome } from '@skill-state/protocol'
import type { Answered, Episode } from '../../shared/episode-environment.ts'
import { refuse, tellUnreadable, type Verdict } from '../../shared/verdict.ts'
import { type EpisodePlan, isGone } from './plan.ts'
import { Recovery } from './recovery.ts'
import { announceStock } from './stock.ts'
import type { WarehouseEvent } from './walk.ts'
import { type Command, commands, World } from './world.ts'

export class WarehouseEpisode implements Episode {
  readonly #plan: EpisodePlan
  readonly #world: World
  readonly #recovery: Recovery | undefined
  readonly #lost: ReadonlySet<number>
  #step = 0
  #successes = 0

  constructor(shelves: number, plan: EpisodePlan, silent: boolean = false) {
    const { stock, change } = plan
    this.#plan = plan
    this.#world = new World(shelves, stock)
    this.#recovery = change && new Recovery(change, this.#world, silent)
    this.#lost = new Set(change && isGone(change.scenario) ? change.dependents : [])
  }

  /** O_0: what is in stock, if there is an initial stock, and the first event. */
  begin(): string {
    const { stock } = this.#plan
    const event = this.#announce() ?? ''
    return stock.length > 0 ? `${announceStock(stock)}\n${event}` : event
  }

  /** The next event comes with a notice before it, if there is one. */
  act(action: Action): Answered {
    const command = commands.read(action)
    const verdict =
      command === undefined ? refuse(tellUnreadable('Store, Ship, Move or Wait')) : this.#world.apply(command)
    this.#judge(command, verdict)
    this.#step += 1
    return { ...verdict, next: this.#announce() }
  }

  outcome(): Outcome {
    const actionableEvents = this.#plan.events.length - this.#lost.size
    return {
      reward: this.#successes / actionableEvents,
      metrics: { successfulActions: this.#successes, actionableEvents, ...this.#recovery?.metrics() },
    }
  }

  /** What lies where, as the skill's state has it; undefined in a scenario, which the agent learns of a step later. */
  expectedState(): JsonObject | undefined {
    if (this.#recovery !== undefined) return undefined
    const inventory: Record<string, string> = {}
    for (const [shelf, item] of this.#world.inventory()) inventory[`shelf_${shelf}`] = item
    return { inventory }
  }

  /** Begins the step in the world; gives the lines of its observation, undefined after the end. */
  #announce(): string | undefined {
    const event = this.#plan.events[this.#step]
    if (event === undefined) return undefined
    const notice = this.#recovery?.begin(this.#step)
    this.#world.begin(event.kind === 'receive' ? event.item : undefined)
    const line = describe(event, this.#world)
    return notice === undefined ? line : `${notice}\n${line}`
  }

  #judge(command: Command | undefined, { accepted }: Verdict): void {
    const step = this.#step
    const event = this.#plan.events[step]
    const successful = accepted && command !== undefined && event !== undefined && answers(command, event)
    if (successful && !this.#lost.has(step)) this.#successes += 1
    this.#recovery?.watch({ step, command, accepted, successful })
  }
}

function describe(event: WarehouseEvent, world: World): string {
  if (event.kind === 'receive') return `Shipment arrived containing ${event.item}.`
  if (event.kind === 'order') return `Customer ordered ${event.item}.`
  return `Maintenance required on shelf_${shelfToMaintain(event.item, world)}.`
}

/** The item's shelf in the agent's world; for an item that the agent lost an empty one, so that no action can answer. */
function shelfToMaintain(item: string, world: World): number {
  return world.shelfOf(item) ?? world.lowestEmptyShelf() ?? 0
}

const verbOf = { receive: 'Store', order: 'Ship', maintenance: 'Move' } as const

function answers(command: Command, event: WarehouseEvent): boolean {
  return command.kind !== 'Wait' && command.kind === verbOf[event.kind] && command.item === event.item
}
