import { isBaseText } from './record/record.ts'
import type { StoredRecord } from './store.ts'

/**
 * The records that `openJournal` reads, and no others: for a store that keeps a journal in one piece and wants it small.
 * Their number of characters has a bound if the state has one. What happened before them is lost, so `verify`, `history`
 * and `undo` do not take such a journal.
 */
export function lastRecords(records: readonly StoredRecord[]): readonly StoredRecord[] {
  const base = records.findLastIndex(({ body }) => isBaseText(body))
  // The chain binds the base record to the one before it.
  return base <= 1 ? records : [...records.slice(0, 1), ...records.slice(base - 1)]
}
