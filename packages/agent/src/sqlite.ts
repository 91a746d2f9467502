import { openSqliteJournal } from '@skill-state/core/journal/sqlite'
import { type FolderSessionsOptions, folderSessions } from './folder-sessions.ts'
import type { ReadableSessionStore } from './stores.ts'

/** Keeps each session in a SQLite database `<folder>/<id>.sqlite`, with its long results beside it. */
export function sqliteSessions(folder: string, options: FolderSessionsOptions = {}): ReadableSessionStore {
  return folderSessions(folder, 'sqlite', (file) => openSqliteJournal(file, options))
}
