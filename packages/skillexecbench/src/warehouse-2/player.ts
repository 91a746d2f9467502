import type { Decision, Player, PromptView } from '@skill-state/protocol'
import { aboveTelemetry } from '../noise/telemetry.ts'
import { inventoryPatch, knownInventory } from '../warehouse/player/inventory.ts'
import type { Placement } from '../warehouse/player/placements.ts'
import { summarise } from '../warehouse/player/summary.ts'

const shipment = /^Shipment arrived containing (item_\w+); the dock assigns (shelf_\w+)\.$/m
const order = /^Customer ordered (item_\w+)\.$/m
const maintenance = /^Maintenance required on (shelf_\w+); the dock assigns (shelf_\w+) to its item\.$/m

/** Plays from the prompt alone: what the prompt does not tell, it does not know, and waits. */
export const dockPlayer: Player = {
  decide(view: PromptView): Decision {
    const event = aboveTelemetry(view.observation)
    const [, arrived, assigned] = shipment.exec(event) ?? []
    if (arrived !== undefined && assigned !== undefined) {
      const reasoning = `${arrived} arrived, and the dock assigns ${assigned}.`
      return act(reasoning, `Store ${arrived} ${assigned}`, [[assigned, arrived]])
    }
    const inventory = knownInventory(view)
    const [, ordered] = order.exec(event) ?? []
    if (ordered !== undefined) {
      const [shelf] = [...inventory].find(([, item]) => item === ordered) ?? []
      if (shelf === undefined) return act(`${ordered} was ordered, but I do not know where it is.`, 'Wait')
      return act(`The customer ordered ${ordered}, which is on ${shelf}.`, `Ship ${ordered} ${shelf}`, [
        [shelf, null],
      ])
    }
    const [, from, to] = maintenance.exec(event) ?? []
    if (from === undefined || to === undefined)
      return act('Nothing in the observation calls for an action.', 'Wait')
    const item = inventory.get(from)
    if (item === undefined) return act(`${from} needs maintenance, but I know of no item on it.`, 'Wait')
    const reasoning = `${from} needs maintenance and holds ${item}, which goes to ${to}.`
    return act(reasoning, `Move ${item} ${from} ${to}`, [
      [from, null],
      [to, item],
    ])
  },
  summarise,
}

function act(reasoning: string, action: string, placements: readonly Placement[] = []): Decision {
  return { reasoning, patch: inventoryPatch(placements), action }
}
