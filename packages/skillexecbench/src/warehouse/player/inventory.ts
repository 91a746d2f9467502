import { isJsonObject, type JsonObject, type PromptView, type SummaryView } from '@skill-state/protocol'
import { isFromStart, joinNewest, withoutNote } from '../../shared/facts.ts'
import { type Fact, readFacts, writeFacts } from '../world/stock.ts'
import type { Inventory, Placement } from './placements.ts'
import { occupiedIn, replay, replayAction, reportedIn, resultIn } from './placements.ts'

/** The state or the summary, then the turns, then the newest observation. A transcript from the start on makes a state needless. */
export function knownInventory(view: PromptView): Inventory {
  const observation = withoutNote(view.observation)
  const inventory: Inventory = isFromStart(view.history)
    ? new Map()
    : view.state === undefined
      ? new Map(readSummary(view.summary ?? ''))
      : fromState(view.state.inventory)
  if (view.state !== undefined && view.history.length === 0) forgetContradicted(observation, inventory)
  for (const [at, turn] of view.history.entries()) {
    replay(turn.observation, inventory)
    const next = view.history[at + 1]?.observation ?? observation
    if (!/^(Success|Error): /.test(next)) replayAction(turn.response, inventory)
  }
  replay(observation, inventory)
  return inventory
}

/** A state may be wrong about the last action: an occupied shelf did not get its item; a moved item lies on no other shelf. */
function forgetContradicted(observation: string, inventory: Inventory): void {
  const occupied = occupiedIn(observation)
  if (occupied !== undefined) inventory.delete(occupied)
  const items = new Set(resultIn(observation).map(([, item]) => item))
  for (const [shelf, item] of inventory) if (items.has(item)) inventory.delete(shelf)
}

/**
 * Records what is reported and what the action does, and corrects a state that is wrong; after a refusal no more than it
 * must. `corrected` stands for the item of a shelf that the state shows and that is empty.
 */
export function inventoryPatch(
  view: PromptView,
  known: Inventory,
  placements: readonly Placement[],
  corrected: string | null = null,
): JsonObject {
  const own: Record<string, string | null> = Object.fromEntries([
    ...reportedIn(view.observation),
    ...placements,
  ])
  const shown = view.state === undefined || view.refused ? known : fromState(view.state.inventory)
  const corrections = [...new Set([...shown.keys(), ...known.keys()])]
    .filter((shelf) => !Object.hasOwn(own, shelf) && shown.get(shelf) !== known.get(shelf))
    .map((shelf): Placement => [shelf, known.get(shelf) ?? corrected])
  const inventory = { ...Object.fromEntries(corrections), ...own }
  return Object.keys(inventory).length === 0 ? {} : { inventory }
}

function fromState(stated: unknown): Inventory {
  const inventory: Inventory = new Map()
  if (!isJsonObject(stated)) return inventory
  for (const [shelf, item] of Object.entries(stated)) if (typeof item === 'string') inventory.set(shelf, item)
  return inventory
}

const opening = 'In stock as far as known: '

/**
 * What turns made known of the inventory, on one line that `readSummary` reads. If not all fits, what was learned first
 * is left out.
 */
export function summarise({ summary, turns, maxChars = Number.POSITIVE_INFINITY }: SummaryView): string {
  const inventory: Inventory = new Map(readSummary(summary))
  for (const turn of turns) replay(turn.observation, inventory)
  const facts = [...inventory].map((fact) => writeFacts([fact]))
  const kept = joinNewest(facts, ', ', maxChars - `${opening}.`.length)
  const text = `${opening}${kept === '' ? 'nothing' : kept}.`
  return text.length <= maxChars ? text : ''
}

export function readSummary(summary: string): readonly Fact[] {
  const line = summary.split('\n').find((text) => text.startsWith(opening))
  return line === undefined ? [] : readFacts(line)
}
