import type { Decision, Player, PromptView } from '@skill-state/protocol'
import { newestEvent } from './event.ts'
import { inventoryPatch, knownInventory } from './inventory.ts'
import { type Inventory, type Placement, reportedIn } from './placements.ts'
import { summarise } from './summary.ts'

/**
 * Plays the warehouse from the prompt alone: what the prompt does not tell, it does not know, and waits. Its
 * patch records what the observation reports and what its action does.
 */
export function createWarehousePlayer(shelves: number): Player {
  return {
    decide(view: PromptView): Decision {
      const { reasoning, placements, action } = answer(view, shelves)
      const reported = reportedIn(view.observation)
      const noted = reported.length === 0 ? '' : 'I note what is reported. '
      return {
        reasoning: `${noted}${reasoning}`,
        patch: inventoryPatch([...reported, ...placements]),
        action,
      }
    },
    summarise,
  }
}

/** What to do about the event, and what it does to the shelves. */
interface Answer {
  readonly reasoning: string
  readonly placements: readonly Placement[]
  readonly action: string
}

function answer(view: PromptView, shelves: number): Answer {
  const event = newestEvent(view.observation)
  if (event === undefined) return wait('Nothing in the observation calls for an action.')
  const inventory = knownInventory(view)
  if (event.kind === 'receive') return store(event.name, firstEmptyShelf(inventory, shelves))
  if (event.kind === 'order') return ship(event.name, shelfOf(inventory, event.name))
  return move(inventory.get(event.name), event.name, firstEmptyShelf(inventory, shelves))
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
