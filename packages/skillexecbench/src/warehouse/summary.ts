import type { SummaryView } from '@skill-state/protocol'
import { type Fact, readFacts, writeFacts } from './facts.ts'
import { type Inventory, replay } from './placements.ts'

const opening = 'In stock as far as known: '

/**
 * What earlier turns made known of the inventory, on one line that `readSummary` reads: the facts of the
 * summary before, brought up to date by the turns that leave the window. Where not all of them fit, the facts
 * that were learned first are left out, each as a whole; where not even the opening fits, nothing is written.
 */
export function summarise({ summary, turns, maxChars = Number.POSITIVE_INFINITY }: SummaryView): string {
  const inventory: Inventory = new Map(readSummary(summary))
  for (const turn of turns) replay(turn.observation, inventory)
  const text = write(newestThatFit([...inventory], maxChars))
  return text.length <= maxChars ? text : ''
}

function newestThatFit(facts: readonly Fact[], maxChars: number): readonly Fact[] {
  const separator = ', '.length
  let room = maxChars - `${opening}.`.length + separator
  let first = facts.length
  for (const fact of facts.toReversed()) {
    room -= writeFacts([fact]).length + separator
    if (room < 0) break
    first -= 1
  }
  return facts.slice(first)
}

/** The facts that a summary holds, in the order in which they were learned. */
export function readSummary(summary: string): readonly Fact[] {
  const line = summary.split('\n').find((text) => text.startsWith(opening))
  return line === undefined ? [] : readFacts(line)
}

function write(facts: readonly Fact[]): string {
  return `${opening}${facts.length === 0 ? 'nothing' : writeFacts(facts)}.`
}
