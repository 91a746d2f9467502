import { closed, conflict } from './record/misuse.ts'
import type { JournalStore, StoredRecord } from './store.ts'

const PLACE = 'the journal in memory'

/** Keeps a journal in a list, which outlives the store: for tests, and as the simplest example of a store. */
export function memoryJournal(records: StoredRecord[] = []): JournalStore {
  let known = records.length
  let isOpen = true
  const read = (): StoredRecord[] => {
    if (!isOpen) throw closed(PLACE)
    return records.slice(0, known)
  }
  return {
    tornBytes: 0,
    append(record) {
      if (!isOpen) throw closed(PLACE)
      if (records.length !== known) throw conflict(PLACE)
      known = records.push(record)
    },
    isCurrent: () => isOpen && records.length === known,
    forward: read,
    backward: () => read().reverse(),
    close() {
      isOpen = false
    },
  }
}
