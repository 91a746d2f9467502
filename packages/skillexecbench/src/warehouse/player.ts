import type { Decision, Player, PromptView } from '@skill-state/protocol'
import { type Inventory, knownInventory } from './inventory.ts'

/** Plays the warehouse from the prompt alone: what the prompt does not tell, it does not know, and waits. */
export function createWarehousePlayer(shelves: number): Player {
  return {
    decide(view: PromptView): Decision {
      const event = newestEvent(view.observation)
      if (event === undefined) return wait('Nothing in the observation calls for an action.')
      const inventory = knownInventory(view)
      if (event.kind === 'receive') return store(event.name, firstEmptyShelf(inventory, shelves))
      if (event.kind === 'order') return ship(event.name, shelfOf(inventory, event.name))
      return move(inventory.get(event.name), event.name, firstEmptyShelf(inventory, shelves))
    },
  }
}

/** An event as the agent sees it: `name` is an item's, or for a maintenance the shelf's. */
interface ShownEvent {
  readonly kind: 'receive' | 'order' | 'maintenance'
  readonly name: string
}

const telemetry = '--- BACKGROUND TELEMETRY ---'
const patterns = [
  ['receive', /^Shipment arrived containing (item_\d+)\.$/],
  ['order', /^Customer ordered (item_\d+)\.$/],
  ['maintenance', /^Maintenance required on (shelf_\d+)\.$/],
] as const

/** The last line that is an event, above any telemetry. */
function newestEvent(observation: string): ShownEvent | undefined {
  const lines = observation.split('\n')
  const noise = lines.indexOf(telemetry)
  for (const line of lines.slice(0, noise === -1 ? undefined : noise).reverse()) {
    for (const [kind, pattern] of patterns) {
      const name = pattern.exec(line)?.[1]
      if (name !== undefined) return { kind, name }
    }
  }
  return undefined
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

function store(item: string, shelf: string | undefined): Decision {
  if (shelf === undefined) return wait(`${item} arrived, but I know of no empty shelf.`)
  return {
    reasoning: `${item} arrived. ${shelf} is the first empty shelf, so I store it there.`,
    patch: { inventory: { [shelf]: item } },
    action: `Store ${item} ${shelf}`,
  }
}

function ship(item: string, shelf: string | undefined): Decision {
  if (shelf === undefined) return wait(`${item} was ordered, but I do not know where it is.`)
  return {
    reasoning: `The customer ordered ${item}, which is on ${shelf}. I ship it, and the shelf becomes empty.`,
    patch: { inventory: { [shelf]: null } },
    action: `Ship ${item} ${shelf}`,
  }
}

function move(item: string | undefined, from: string, to: string | undefined): Decision {
  if (item === undefined) return wait(`${from} needs maintenance, but I know of no item on it.`)
  if (to === undefined) return wait(`${from} needs maintenance, but I know of no empty shelf for ${item}.`)
  return {
    reasoning: `${from} needs maintenance and holds ${item}. ${to} is the first empty shelf, so I move it there.`,
    patch: { inventory: { [from]: null, [to]: item } },
    action: `Move ${item} ${from} ${to}`,
  }
}

function wait(reasoning: string): Decision {
  return { reasoning, patch: {}, action: 'Wait' }
}
