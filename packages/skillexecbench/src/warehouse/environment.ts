import type { Action, Environment, Observation, Outcome } from '@skill-state/protocol'
import { SkillStateError } from '@skill-state/protocol'
import { type Command, parseCommand } from './command.ts'
import { generateEvents, type WarehouseEvent } from './events.ts'
import { requirePositiveInteger } from './options.ts'
import { quote } from './quote.ts'
import { type Verdict, World } from './world.ts'

export interface WarehouseOptions {
  /** T: number of events, and so of steps. */
  readonly horizon: number
  readonly shelves: number
}

interface Episode {
  readonly events: readonly WarehouseEvent[]
  readonly world: World
  step: number
  successes: number
}

/**
 * The warehouse of B.1. O_0 is event 0; each later observation is the result of the last action, a line
 * break, and the next event; the last one is a result alone.
 *
 * The reward is successful actions ÷ events. An action is successful when the world accepts it and it
 * answers the event of its step: it stores the item that arrived, ships the item that was ordered, or moves
 * the item that lies on the shelf to be maintained.
 */
export function createWarehouseEnvironment(options: WarehouseOptions): Environment {
  const horizon = requirePositiveInteger('horizon', options.horizon)
  const shelves = requirePositiveInteger('shelves', options.shelves)
  let episode: Episode | undefined

  return {
    noop: 'Wait',

    async reset({ seed, signal }): Promise<Observation> {
      signal?.throwIfAborted()
      const events = generateEvents({ seed, horizon, shelves })
      episode = { events, world: new World(shelves), step: 0, successes: 0 }
      return { text: announce(episode), done: false }
    },

    async step(action, stepOptions): Promise<Observation> {
      stepOptions?.signal?.throwIfAborted()
      const current = started(episode)
      const event = current.events[current.step]
      if (event === undefined) throw misuse('step after the end of the episode; call reset first')
      const { accepted, text } = act(current, event, action)
      const refused = accepted ? {} : { refused: true }
      current.step += 1
      if (current.step === current.events.length) return { text, done: true, ...refused }
      return { text: `${text}\n${announce(current)}`, done: false, ...refused }
    },

    async outcome(): Promise<Outcome> {
      const { successes, events } = started(episode)
      return {
        reward: successes / events.length,
        metrics: { successfulActions: successes, actionableEvents: events.length },
      }
    },

    /** Holds nothing that needs freeing. */
    async close(): Promise<void> {},
  }
}

function started(episode: Episode | undefined): Episode {
  if (episode === undefined) throw misuse('the episode has not begun; call reset first')
  return episode
}

function misuse(message: string): SkillStateError {
  return new SkillStateError('environment-misuse', `warehouse: ${message}`)
}

/** Begins the step in the world, and gives the event's text. */
function announce({ events, step, world }: Episode): string {
  const event = events[step] as WarehouseEvent
  world.begin(event.kind === 'receive' ? event.item : undefined)
  if (event.kind === 'receive') return `Shipment arrived containing ${event.item}.`
  if (event.kind === 'order') return `Customer ordered ${event.item}.`
  return `Maintenance required on shelf_${shelfToMaintain(event.item, world)}.`
}

/**
 * The shelf on which the item lies in the agent's world. An item that the agent lost has none: the notice
 * then names the lowest-numbered empty shelf (shelf_0 where none is), so that no action can answer it.
 */
function shelfToMaintain(item: string, world: World): number {
  return world.shelfOf(item) ?? world.lowestEmptyShelf() ?? 0
}

function act(episode: Episode, event: WarehouseEvent, action: Action): Verdict {
  const command = parseCommand(action)
  if (command === undefined) return { accepted: false, text: unreadable(action) }
  const verdict = episode.world.apply(command)
  if (verdict.accepted && answers(command, event)) episode.successes += 1
  return verdict
}

const verbOf = { receive: 'Store', order: 'Ship', maintenance: 'Move' } as const

function answers(command: Command, event: WarehouseEvent): boolean {
  return command.verb !== 'Wait' && command.verb === verbOf[event.kind] && command.item === event.item
}

function unreadable(action: Action): string {
  const shown = typeof action === 'string' ? quote(action) : 'a JSON value'
  return `Error: ${shown} is not an action. Use Store, Ship, Move or Wait exactly as in the instructions.`
}
