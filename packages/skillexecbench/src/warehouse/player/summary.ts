import type { SummaryView } from '@skill-state/protocol'
import { joinNewest } from '../../shared/facts.ts'
import { type Fact, readFacts, writeFacts } from '../world/facts.ts'
import { type Inventory, replay } from './placements.ts'

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
