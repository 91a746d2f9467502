import { invalidOption, SkillStateError } from '@skill-state/protocol'
import { chainOf } from './record/chain.ts'
import { checkId } from './record/check-id.ts'
import { encode } from './record/codec.ts'
import { entryAt } from './record/entry-at.ts'
import { baseOf } from './record/moment.ts'
import { readOpen } from './record/read.ts'
import { FORMAT, type OpenRecord } from './record/record.ts'
import type { JournalStore } from './store.ts'

/**
 * Begins another journal, in an empty store, at Σ_index and the observation that it was answered with: open it
 * with `openJournal` to continue there. The world is not forked: bring an environment there yourself. Reads all
 * records of the journal, and changes none.
 *
 * Throws `invalid-option` for a step that the journal does not have, or for an id that cannot name the new one;
 * `journal-conflict` if the other store is not empty.
 */
export function fork(store: JournalStore, index: number, other: JournalStore, id: string): void {
  const begun = readOpen(store)
  if (begun === undefined) throw invalidOption('the journal to fork is empty')
  if (checkId(id) === begun.id) {
    throw invalidOption(`a fork needs an id of its own, found that of its journal: "${id}"`)
  }
  if (readOpen(other)) {
    throw new SkillStateError('journal-conflict', 'the store of the fork holds a journal: give an empty one')
  }
  const { after, chain } = entryAt(store, index)
  const forkedFrom = { id: begun.id, index, chain }
  // Messages and costs stay with the journal that has them.
  const { inbox: _, receivedIds: __, spent: ___, skipped: ____, ...base } = { ...baseOf(after), line: 0 }
  const { skill } = begun
  const record: OpenRecord = { kind: 'open', format: FORMAT, id, skill, ...base, forkedFrom }
  const body = encode(record)
  other.append({ body, chain: chainOf('', body) })
}
