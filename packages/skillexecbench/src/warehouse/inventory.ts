import { isJsonObject, type PromptView } from '@skill-state/protocol'

/** What a prompt makes known: the item on each shelf, by the shelf's name. */
export type Inventory = Map<string, string>

/** Reads the state where the prompt shows one, else replays the results that the observations show. */
export function knownInventory(view: PromptView): Inventory {
  if (view.state !== undefined) return fromState(view.state.inventory)
  const inventory: Inventory = new Map()
  for (const turn of view.history) replay(turn.observation, inventory)
  replay(view.observation, inventory)
  return inventory
}

function fromState(stated: unknown): Inventory {
  const inventory: Inventory = new Map()
  if (!isJsonObject(stated)) return inventory
  for (const [shelf, item] of Object.entries(stated)) if (typeof item === 'string') inventory.set(shelf, item)
  return inventory
}

const prefix = 'Success: '
const stored = /^Stored (\S+) on (\S+)\.$/
const shipped = /^Shipped (\S+) from (\S+)\.$/
const moved = /^Moved (\S+) from (\S+) to (\S+)\.$/

/** The result is always the observation's first line, so nothing below it is looked at. */
function replay(observation: string, inventory: Inventory): void {
  if (!observation.startsWith(prefix)) return
  const end = observation.indexOf('\n')
  const result = observation.slice(prefix.length, end === -1 ? undefined : end)
  if (result.startsWith('Stored ')) {
    const [, item, shelf] = stored.exec(result) ?? []
    if (item !== undefined && shelf !== undefined) inventory.set(shelf, item)
  } else if (result.startsWith('Shipped ')) {
    const [, , shelf] = shipped.exec(result) ?? []
    if (shelf !== undefined) inventory.delete(shelf)
  } else if (result.startsWith('Moved ')) {
    const [, item, from, to] = moved.exec(result) ?? []
    if (item === undefined || from === undefined || to === undefined) return
    inventory.delete(from)
    inventory.set(to, item)
  }
}
