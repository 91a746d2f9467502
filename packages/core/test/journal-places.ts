import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { testJournalStore } from '../src/journal/conformance.ts'
import { openFileJournal } from '../src/journal/file.ts'
import { memoryJournal } from '../src/journal/memory.ts'
import { openSqliteJournal } from '../src/journal/sqlite.ts'
import type { JournalStore, StoredRecord } from '../src/journal/store.ts'

export type JournalPlace = ReturnType<Parameters<typeof testJournalStore>[0]['createPlace']>

/** For tests: a new place of each kind. */
export const places: Readonly<Record<'memory' | 'file' | 'sqlite', () => JournalPlace>> = {
  memory: () => {
    const records: StoredRecord[] = []
    return { open: () => memoryJournal(records) }
  },
  file: () => onDisk((folder) => openFileJournal(join(folder, 'journal.jsonl'))),
  sqlite: () => onDisk((folder) => openSqliteJournal(join(folder, 'journal.db'))),
}

/** For tests: a place in a folder of its own. */
export function onDisk(open: (folder: string) => JournalStore): JournalPlace & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-journal-'))
  return {
    folder,
    open: () => open(folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
