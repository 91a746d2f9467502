import { openFileJournal } from '@skill-state/core/journal/file'
import { type FolderSessionsOptions, folderSessions } from './folder-sessions.ts'
import type { ReadableSessionStore } from './stores.ts'

/** Keeps each session as `<folder>/<id>.jsonl`, with its long results beside it in `<folder>/<id>.results`. */
export function fileSessions(folder: string, options: FolderSessionsOptions = {}): ReadableSessionStore {
  return folderSessions(folder, 'jsonl', (file) => openFileJournal(file, options))
}
