import { closeSync, openSync, readSync } from 'node:fs'
import type { JournalStore } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { openSqliteJournal } from '@skill-state/core/journal/sqlite'

const OPEN = '{"open":'
const SQLITE = 'SQLite format 3'
/** Files that may be journals; others are not looked into. */
const NAMES = /\.(jsonl|journal|sqlite|db)$|^[^.]+$/

/** Whether a file begins as a journal does. A SQLite database may turn out to be another one when it is read. */
export function isJournal(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return NAMES.test(name) && [OPEN, SQLITE].some((head) => headOf(path).startsWith(head))
}

/** Opens a journal of either kind. The caller closes it. */
export function openStore(path: string): JournalStore {
  return headOf(path).startsWith(SQLITE) ? openSqliteJournal(path) : openFileJournal(path)
}

function headOf(path: string): string {
  const [file, head] = [openSync(path, 'r'), Buffer.alloc(SQLITE.length)]
  try {
    return head.toString('latin1', 0, readSync(file, head, 0, head.length, 0))
  } finally {
    closeSync(file)
  }
}
