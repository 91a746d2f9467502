import { SkillStateError } from '@skill-state/protocol'
import { chainOf } from './record/chain.ts'
import { encode } from './record/encode.ts'
import { entryAt } from './record/entry-at.ts'
import { baseOf, undone } from './record/moment.ts'
import { readOpen, readTail } from './record/read.ts'
import type { JournalStore } from './store.ts'

/**
 * Takes back the steps from `index` on, without the skill; see `OpenJournal.undo`. Reads all records and appends one.
 * Throws `invalid-option` if the journal has no such step.
 */
export function undo(store: JournalStore, index: number): void {
  const head = readOpen(store)
  const tail = head && readTail(store)
  if (head === undefined || tail === undefined)
    throw new SkillStateError('invalid-option', 'the journal is empty')
  const moment = undone(tail.moment, entryAt(store, index).after)
  const body = encode({ kind: 'undone', ...baseOf(moment) })
  store.append({ body, chain: chainOf(tail.chain, body) })
}
