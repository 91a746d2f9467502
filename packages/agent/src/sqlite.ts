import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createSqliteStore } from '@skill-state/core/journal/sqlite'
import { folderResults } from '@skill-state/tools/folder'
import { fileName } from './file-name.ts'
import { type ReadableSessionStore, recordsOf } from './stores.ts'

export interface SqliteSessionsOptions {
  /** Whether each record must survive the loss of power, not just the end of the process. Default false. */
  readonly sync?: boolean | undefined
}

/** Keeps each session in a SQLite database `<folder>/<id>.sqlite`, with its long results beside it. */
export function sqliteSessions(folder: string, options: SqliteSessionsOptions = {}): ReadableSessionStore {
  return {
    read(id) {
      const file = join(folder, `${fileName(id)}.sqlite`)
      return existsSync(file) ? recordsOf(createSqliteStore(file)) : []
    },
    open(id) {
      const name = fileName(id)
      mkdirSync(folder, { recursive: true })
      const journal = createSqliteStore(join(folder, `${name}.sqlite`), options)
      return {
        journal,
        results: folderResults(join(folder, `${name}.results`)),
        close: () => journal.close(),
      }
    },
  }
}
