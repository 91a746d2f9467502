import { isBaseText } from './record/record.ts'
import type { StoredRecord } from './store.ts'

/**
 * The records that `openJournal` reads, the last `most` ones before them that `isAlsoKept` names (default: the last message of the
 * user), and no others: for a store that keeps a journal in one piece and wants it small. Their number of characters has a bound if the state has one. What happened before them is lost, so
 * `verify`, `history` and `undo` do not take such a journal.
 */
export function lastRecords(
  records: readonly StoredRecord[],
  isAlsoKept: (body: string) => boolean = (body) => body.startsWith('{"received":'),
  most = 1,
): readonly StoredRecord[] {
  const base = records.findLastIndex(({ body }) => isBaseText(body))
  if (base <= 1) return records
  const kept = records.slice(1, base).filter(({ body }) => isAlsoKept(body))
  // The chain binds the base record to the one before it, of which only the chain value is read.
  const before = records.slice(base - 1, base).map(({ chain }) => ({ body: '', chain }))
  return [...records.slice(0, 1), ...kept.slice(-most), ...before, ...records.slice(base)]
}
