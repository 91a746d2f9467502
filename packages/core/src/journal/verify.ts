import { SkillStateError } from '@skill-state/protocol'
import { memoryJournal } from './memory.ts'
import { type Entry, replay } from './record/read.ts'
import type { JournalStore, StoredRecord } from './store.ts'

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
  for (const { number, record } of verified(store)) {
    records = number
    if (record.kind === 'answered') steps += 1
  }
  return { records, steps, tornBytes: store.tornBytes }
}

/** The records of a journal up to the first that is damaged, and what is wrong with that one; see `verify`. */
export function soundRecords(store: JournalStore): {
  readonly records: readonly StoredRecord[]
  readonly problem: string | undefined
} {
  const records: StoredRecord[] = []
  let sound = 0
  const unread = problemOf(() => {
    for (const record of store.forward()) records.push(record)
  })
  const unsound = problemOf(() => {
    for (const { number } of verified(memoryJournal(records))) sound = number
  })
  return { records: records.slice(0, sound), problem: unsound ?? unread }
}

function problemOf(read: () => void): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof SkillStateError && error.code === 'invalid-journal') return error.message
    throw error
  }
}

function* verified(store: JournalStore): Generator<Entry, void, undefined> {
  for (const entry of replay(store)) {
    const { number, record, after } = entry
    if (record.kind === 'snapshot' && JSON.stringify(record.state) !== JSON.stringify(after.state)) {
      throw new SkillStateError(
        'invalid-journal',
        `record ${number} of the journal has a state that does not follow from its patches: continue from a copy of the journal`,
      )
    }
    yield entry
  }
}
