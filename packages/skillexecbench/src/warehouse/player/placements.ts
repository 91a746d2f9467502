import { aboveTelemetry } from '../../noise/telemetry.ts'
import { notices } from '../world/recovery.ts'
import { readStock } from '../world/stock.ts'

/** The item on each shelf, by the shelf's name, as far as it is known; what was learned last comes last. */
export type Inventory = Map<string, string>

/** Stands for the item on a shelf that is occupied, by what is not known. */
export const UNKNOWN_ITEM = 'item_unknown'

/** A shelf that has got an item, or has become empty. */
export type Placement = readonly [shelf: string, item: string | null]

/** Brings an inventory up to date with an observation: the result of an action, and what is reported. */
export function replay(observation: string, inventory: Inventory): void {
  place(resultIn(observation), inventory)
  const occupied = occupiedIn(observation)
  if (occupied !== undefined && !inventory.has(occupied)) inventory.set(occupied, UNKNOWN_ITEM)
  place(reportedIn(observation), inventory)
}

/** The shelf on which the last action could not put anything. */
export function occupiedIn(observation: string): string | undefined {
  return /^Error: (\S+) is occupied\.(?:\n|$)/.exec(observation)?.[1]
}

/** What an observation says beside the result of an action: the initial stock, and what others did. */
export function reportedIn(observation: string): readonly Placement[] {
  const placements: Placement[] = [...readStock(observation)]
  if (!observation.includes('Notice: ')) return placements
  for (const line of aboveTelemetry(observation).split('\n')) placements.push(...noticeIn(line))
  return placements
}

function place(placements: readonly Placement[], inventory: Inventory): void {
  for (const [shelf, item] of placements) {
    inventory.delete(shelf)
    if (item !== null) inventory.set(shelf, item)
  }
}

function noticeIn(line: string): readonly Placement[] {
  const notice = notices.read(line)
  if (notice === undefined || notice.kind === 'cancelled') return []
  const shelf = `shelf_${notice.shelf}`
  if (notice.kind === 'renamed') return [[shelf, notice.name]]
  if (notice.kind === 'removed') return [[shelf, null]]
  return [
    [shelf, null],
    [`shelf_${notice.to}`, notice.item],
  ]
}

const prefix = 'Success: '

/** The result is always the observation's first line, so nothing below it is looked at. */
export function resultIn(observation: string): readonly Placement[] {
  if (!observation.startsWith(prefix)) return []
  const end = observation.indexOf('\n')
  const result = observation.slice(prefix.length, end === -1 ? undefined : end)
  const [, stored, onto] = /^Stored (\S+) on (\S+)\.$/.exec(result) ?? []
  const [, shipped] = /^Shipped \S+ from (\S+)\.$/.exec(result) ?? []
  const [, moved, from, to] = /^Moved (\S+) from (\S+) to (\S+)\.$/.exec(result) ?? []
  return placed({ item: stored ?? moved, from: shipped ?? from, to: onto ?? to })
}

/** Brings an inventory up to date with an action whose result is not shown, as if it had succeeded. */
export function replayAction(response: string, inventory: Inventory): void {
  const [, stored, onto] = /^Action: Store (\S+) (\S+)$/m.exec(response) ?? []
  const [, shipped] = /^Action: Ship \S+ (\S+)$/m.exec(response) ?? []
  const [, moved, from, to] = /^Action: Move (\S+) (\S+) (\S+)$/m.exec(response) ?? []
  place(placed({ item: stored ?? moved, from: shipped ?? from, to: onto ?? to }), inventory)
}

type Change = Readonly<Record<'item' | 'from' | 'to', string | undefined>>

function placed({ item, from, to }: Change): readonly Placement[] {
  const emptied: readonly Placement[] = from === undefined ? [] : [[from, null]]
  return item === undefined || to === undefined ? emptied : [...emptied, [to, item]]
}
