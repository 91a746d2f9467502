import type { Decision, Player, PromptView } from '@skill-state/protocol'
import { aboveTelemetry } from '../noise/telemetry.ts'
import { inventoryPatch, knownInventory, summarise } from '../warehouse/player/inventory.ts'
import type { Inventory, Placement } from '../warehouse/player/placements.ts'

const shipment = /^Shipment arrived containing (item_\w+); the dock assigns (shelf_\w+)\.$/m
const order = /^Customer ordered (item_\w+)\.$/m
const maintenance = /^Maintenance required on (shelf_\w+); the dock assigns (shelf_\w+) to its item\.$/m

/** Stands on a shelf that is empty, if the state still shows an item there: a memory may keep what is deleted. */
const NO_ITEM = 'item_none'

/** Plays from the prompt alone: what the prompt does not tell, it does not know, and waits. */
export const dockPlayer: Player = {
  decide(view: PromptView): Decision {
    const inventory = knownInventory(view)
    const { reasoning, action, placements = [] } = answer(aboveTelemetry(view.observation), inventory)
    return { reasoning, patch: inventoryPatch(view, inventory, placements, NO_ITEM), action }
  },
  summarise,
}

interface Answer {
  readonly reasoning: string
  readonly action: string
  readonly placements?: readonly Placement[]
}

function answer(observation: string, inventory: Inventory): Answer {
  const [, arrived, assigned] = shipment.exec(observation) ?? []
  if (arrived !== undefined && assigned !== undefined) {
    const reasoning = `${arrived} arrived, and the dock assigns ${assigned}.`
    return { reasoning, action: `Store ${arrived} ${assigned}`, placements: [[assigned, arrived]] }
  }
  const [, ordered] = order.exec(observation) ?? []
  if (ordered !== undefined) {
    const [shelf] = [...inventory].find(([, item]) => item === ordered) ?? []
    if (shelf === undefined) return wait(`${ordered} was ordered, but I do not know where it is.`)
    const reasoning = `The customer ordered ${ordered}, which is on ${shelf}.`
    return { reasoning, action: `Ship ${ordered} ${shelf}`, placements: [[shelf, null]] }
  }
  const [, from, to] = maintenance.exec(observation) ?? []
  if (from === undefined || to === undefined) return wait('Nothing in the observation calls for an action.')
  const item = inventory.get(from)
  if (item === undefined || item === NO_ITEM)
    return wait(`${from} needs maintenance, but I know of no item on it.`)
  const reasoning = `${from} needs maintenance and holds ${item}, which goes to ${to}.`
  const placements = [
    [from, null],
    [to, item],
  ] as const
  return { reasoning, action: `Move ${item} ${from} ${to}`, placements }
}

function wait(reasoning: string): Answer {
  return { reasoning, action: 'Wait' }
}
