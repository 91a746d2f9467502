import { type Action, type JsonObject, known, type Outcome } from '@skill-state/protocol'
import { randomStream } from '../noise/random.ts'
import type { Answered, Episode } from '../shared/episode-environment.ts'
import { type Line, type Lines, lines } from '../shared/lines.ts'
import { tellUnreadable } from '../shared/verdict.ts'
import { type DockEvent, type DockOptions, drawNames, generateDockEvents } from './events.ts'

/** Shelves for each item of the load: enough that a guess is rarely right, few enough that shelves are used again. */
const SHELVES_PER_ITEM = 5

export class DockEpisode implements Episode {
  readonly #options: DockOptions
  readonly #events: readonly DockEvent[]
  readonly #shelves: readonly string[]
  readonly #itemOn = new Map<string, string>()
  #assigned = ''
  #step = 0
  readonly #successes: Record<DockEvent['kind'], number> = { receive: 0, order: 0, maintenance: 0 }

  constructor(options: DockOptions) {
    this.#options = options
    this.#events = generateDockEvents(options)
    const names = drawNames(randomStream(options.seed, 'dock shelves'), 'shelf')
    this.#shelves = Array.from({ length: options.load * SHELVES_PER_ITEM }, names)
  }

  begin(): string {
    return this.#announce() ?? ''
  }

  #announce(): string | undefined {
    const event = this.#events[this.#step]
    if (event === undefined) return undefined
    const { kind, item } = event
    if (kind === 'order') return `Customer ordered ${item}.`
    const random = randomStream(this.#options.seed, `dock step ${this.#step}`)
    this.#assigned = random.pick(this.#shelves.filter((shelf) => !this.#itemOn.has(shelf)))
    if (kind === 'receive') return `Shipment arrived containing ${item}; the dock assigns ${this.#assigned}.`
    // An item that was never stored has no shelf: the notice then names an empty one, and no action can answer it.
    const shelf = this.#shelfOf(item) ?? random.pick(this.#shelves.filter((each) => !this.#itemOn.has(each)))
    return `Maintenance required on ${shelf}; the dock assigns ${this.#assigned} to its item.`
  }

  act(action: Action): Answered {
    const event = this.#events[this.#step]
    const command = commands.read(action)
    const refusal =
      command === undefined || event === undefined
        ? tellUnreadable('Store, Ship, Move or Wait')
        : this.#refuse(command, event)
    this.#step += 1
    const accepted = command !== undefined && refusal === undefined
    const text = accepted ? `Success: ${done.write(command)}` : `Error: ${refusal}`
    return { accepted, text, next: this.#announce() }
  }

  expectedState(): JsonObject {
    return { inventory: Object.fromEntries(this.#itemOn) }
  }

  outcome(): Outcome {
    const { receive, order, maintenance } = this.#successes
    const needing = this.#events.filter(({ kind }) => kind !== 'receive').length
    const successfulActions = receive + order + maintenance
    return {
      reward: successfulActions / this.#events.length,
      metrics: known({
        successfulActions,
        actionableEvents: this.#events.length,
        remembered: needing > 0 ? (order + maintenance) / needing : undefined,
      }),
    }
  }

  #shelfOf(item: string): string | undefined {
    return this.#shelves.find((shelf) => this.#itemOn.get(shelf) === item)
  }

  /** Why the command is not executed; executes it if nothing is wrong with it. */
  #refuse(command: Command, event: DockEvent): string | undefined {
    if (command.kind === 'Wait') return undefined
    const { kind, item, shelf } = command
    if (kind === 'Store') {
      if (event.kind !== 'receive' || item !== event.item) return 'that item is not waiting to be stored.'
      if (shelf !== this.#assigned) return 'the dock did not assign that shelf.'
      this.#itemOn.set(shelf, item)
    } else {
      if (this.#itemOn.get(shelf) !== item) return 'that item is not on that shelf.'
      if (event.item !== item || event.kind !== (kind === 'Ship' ? 'order' : 'maintenance'))
        return 'the event does not ask for that.'
      if (kind === 'Move' && command.to !== this.#assigned) return 'the dock did not assign that shelf.'
      this.#itemOn.delete(shelf)
      if (kind === 'Move') this.#itemOn.set(command.to, item)
    }
    this.#successes[event.kind] += 1
    return undefined
  }
}

const forms = {
  Store: 'Store {item} {shelf}',
  Ship: 'Ship {item} {shelf}',
  Move: 'Move {item} {shelf} {to}',
  Wait: 'Wait',
} as const
const parts = { item: 'item_[a-z0-9]{4}', shelf: 'shelf_[a-z0-9]{4}', to: 'shelf_[a-z0-9]{4}' } as const

type Command = Line<typeof forms, typeof parts>
const commands: Lines<Command> = lines(forms, parts)

const done: Lines<Command> = lines(
  {
    Store: 'Stored {item} on {shelf}.',
    Ship: 'Shipped {item} from {shelf}.',
    Move: 'Moved {item} from {shelf} to {to}.',
    Wait: 'Waited.',
  },
  parts,
)
