import { SkillStateError } from '@skill-state/protocol'
import type { JournalStore } from '../store.ts'
import { type Entry, replay } from './read.ts'

/** The record after which the journal came to Σ_index: the last such, where steps were undone. Reads all records. */
export function entryAt(store: JournalStore, index: number): Entry {
  let found: Entry | undefined
  let first = 0
  let end = 0
  for (const entry of replay(store)) {
    end = entry.after.index
    if (entry.number === 1) first = end
    // A decision changes nothing yet.
    if (end === index && entry.record.kind !== 'decided') found = entry
  }
  // What lies beyond the end was undone.
  if (found !== undefined && index <= end) return found
  throw new SkillStateError('invalid-option', `expected a step from ${first} to ${end}, found ${index}`)
}
