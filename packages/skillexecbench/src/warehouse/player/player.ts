import type { Decision, Player, PromptView } from '@skill-state/protocol'
import { aboveTelemetry } from '../../noise/telemetry.ts'
import { inventoryPatch, knownInventory, summarise } from './inventory.ts'
import { type Inventory, type Placement, reportedIn, UNKNOWN_ITEM } from './placements.ts'

interface ShownEvent {
  readonly kind: 'receive' | 'order' | 'maintenance'
  readonly name: string
  readonly line: string
}

const patterns = [
  ['receive', /^Shipment arrived containing (item_\d+)\.$/],
  ['order', /^Customer ordered (item_\d+)\.$/],
  ['maintenance', /^Maintenance required on (shelf_\d+)\.$/],
] as const

/** The last line that is an event, above any telemetry. */
function newestEvent(observation: string): ShownEvent | undefined {
  for (const line of aboveTelemetry(observation).split('\n').reverse()) {
    for (const [kind, pattern] of patterns) {
      const name = pattern.exec(line)?.[1]
      if (name !== undefined) return { kind, name, line }
    }
  }
  return undefined
}

/** Where an item lies if names decide: a guess that needs no memory. */
export interface Names {
  readonly home: (item: string) => string
  readonly across: (shelf: string) => string
  readonly itemOf: (shelf: string) => string
}

/** Plays from the prompt alone: what it does not tell is not known, unless names are to decide then. */
export function warehousePlayer(shelves: number, names?: Names): Player {
  return {
    decide(view: PromptView): Decision {
      const inventory = knownInventory(view)
      const { reasoning, placements, action } = answer(view.observation, { inventory, shelves, names })
      const noted = reportedIn(view.observation).length === 0 ? '' : 'I note what is reported. '
      return { reasoning: `${noted}${reasoning}`, patch: inventoryPatch(view, inventory, placements), action }
    },
    summarise,
  }
}

interface Answer {
  readonly reasoning: string
  readonly placements: readonly Placement[]
  readonly action: string
}

interface Knowledge {
  readonly inventory: Inventory
  readonly shelves: number
  readonly names: Names | undefined
}

function answer(observation: string, { inventory, shelves, names }: Knowledge): Answer {
  const event = newestEvent(observation)
  if (event === undefined) return wait('Nothing in the observation calls for an action.')
  const { kind, name } = event
  const empty = (wished: string | undefined): string | undefined =>
    wished === undefined || inventory.has(wished) ? firstEmptyShelf(inventory, shelves) : wished
  if (kind === 'receive') return store(name, empty(names?.home(name)))
  if (kind === 'order') return ship(name, shelfOf(inventory, name) ?? names?.home(name))
  const known = inventory.get(name)
  const item = known === undefined || known === UNKNOWN_ITEM ? names?.itemOf(name) : known
  return move(item, name, empty(names?.across(name)))
}

function firstEmptyShelf(inventory: Inventory, shelves: number): string | undefined {
  for (let number = 0; number < shelves; number += 1) {
    if (!inventory.has(`shelf_${number}`)) return `shelf_${number}`
  }
  return undefined
}

function shelfOf(inventory: Inventory, wanted: string): string | undefined {
  for (const [shelf, item] of inventory) if (item === wanted) return shelf
  return undefined
}

function store(item: string, shelf: string | undefined): Answer {
  if (shelf === undefined) return wait(`${item} arrived, but I know of no empty shelf.`)
  return {
    reasoning: `${item} arrived. ${shelf} is the first empty shelf, so I store it there.`,
    placements: [[shelf, item]],
    action: `Store ${item} ${shelf}`,
  }
}

function ship(item: string, shelf: string | undefined): Answer {
  if (shelf === undefined) return wait(`${item} was ordered, but I do not know where it is.`)
  return {
    reasoning: `The customer ordered ${item}, which is on ${shelf}. I ship it, and the shelf becomes empty.`,
    placements: [[shelf, null]],
    action: `Ship ${item} ${shelf}`,
  }
}

function move(item: string | undefined, from: string, to: string | undefined): Answer {
  if (item === undefined) return wait(`${from} needs maintenance, but I know of no item on it.`)
  if (to === undefined) return wait(`${from} needs maintenance, but I know of no empty shelf for ${item}.`)
  return {
    reasoning: `${from} needs maintenance and holds ${item}. ${to} is the first empty shelf, so I move it there.`,
    placements: [
      [from, null],
      [to, item],
    ],
    action: `Move ${item} ${from} ${to}`,
  }
}

function wait(reasoning: string): Answer {
  return { reasoning, placements: [], action: 'Wait' }
}

/** Lets names decide if the prompt does not: item n goes to shelf n, and half a warehouse on for maintenance. */
export function warehouseAdversary(shelves: number): Player {
  return warehousePlayer(shelves, namesOf(shelves))
}

export function warehouseFloor(shelves: number): Player {
  const player = warehouseAdversary(shelves)
  return {
    decide({ instructions, observation }) {
      return player.decide({ instructions, history: [], observation })
    },
  }
}

function namesOf(shelves: number): Names {
  const half = Math.floor(shelves / 2)
  const numberOf = (name: string): number => Number(name.slice(name.indexOf('_') + 1))
  const across = (shelf: number): number => (shelf < half ? shelf + half : shelf - half)
  return {
    home: (item) => `shelf_${numberOf(item) % shelves}`,
    across: (shelf) => `shelf_${across(numberOf(shelf))}`,
    itemOf: (shelf) => `item_${Math.min(numberOf(shelf), across(numberOf(shelf)))}`,
  }
}
