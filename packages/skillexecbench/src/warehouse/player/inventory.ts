import { isJsonObject, type JsonObject, type PromptView } from '@skill-state/protocol'
import { type Inventory, type Placement, place, replay, reportedIn } from './placements.ts'
import { readSummary } from './summary.ts'

/**
 * Reads the state where the prompt shows one, else the summary and then the observations of the turns shown.
 * What the newest observation reports beside the result of the last action counts in either case: a state
 * cannot have it yet.
 */
export function knownInventory(view: PromptView): Inventory {
  if (view.state !== undefined) {
    const inventory = fromState(view.state.inventory)
    place(reportedIn(view.observation), inventory)
    return inventory
  }
  const inventory: Inventory = new Map(readSummary(view.summary ?? ''))
  for (const turn of view.history) replay(turn.observation, inventory)
  replay(view.observation, inventory)
  return inventory
}

/** The patch that records placements; empty where there are none. */
export function inventoryPatch(placements: readonly Placement[]): JsonObject {
  return placements.length === 0 ? {} : { inventory: Object.fromEntries(placements) }
}

function fromState(stated: unknown): Inventory {
  const inventory: Inventory = new Map()
  if (!isJsonObject(stated)) return inventory
  for (const [shelf, item] of Object.entries(stated)) if (typeof item === 'string') inventory.set(shelf, item)
  return inventory
}
