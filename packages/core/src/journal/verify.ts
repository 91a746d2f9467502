import { SkillStateError } from '@skill-state/protocol'
import { replay } from './record/read.ts'
import type { JournalStore } from './store.ts'

/** What a sound journal holds. */
export interface VerifiedJournal {
  readonly records: number
  /** Answered steps, undone ones included. */
  readonly steps: number
  /** Bytes at the end that are no whole record, as a crash leaves them; 0 if all is whole. */
  readonly tornBytes: number
}

/**
 * Reads a whole journal and checks that no record was changed, removed, moved or inserted, that each can follow
 * the one before, and that snapshots hold the state that the patches lead to. Throws `invalid-journal` with the
 * number of the first record that is not so. Whole records that are missing at the end cannot be noticed.
 */
export function verify(store: JournalStore): VerifiedJournal {
  let records = 0
  let steps = 0
  for (const { number, record, after } of replay(store)) {
    records = number
    if (record.kind === 'answered') steps += 1
    if (record.kind !== 'snapshot') continue
    if (JSON.stringify(record.state) === JSON.stringify(after.state)) continue
    throw new SkillStateError(
      'invalid-journal',
      `record ${number} of the journal has a state that does not follow from its patches: continue from a copy of the journal`,
    )
  }
  return { records, steps, tornBytes: store.tornBytes }
}
