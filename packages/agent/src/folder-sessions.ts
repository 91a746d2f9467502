import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { JournalStore } from '@skill-state/core/journal'
import { invalidOption } from '@skill-state/protocol'
import { folderResults } from '@skill-state/tools/folder'
import { type ReadableSessionStore, recordsOf } from './stores.ts'

export interface FolderSessionsOptions {
  /** Whether each record must survive the loss of power, not just the end of the process. Default false. */
  readonly sync?: boolean | undefined
}

/** Keeps each session in a file `<folder>/<id>.<ending>`, with its long results beside it in `<folder>/<id>.results`. */
export function folderSessions(
  folder: string,
  ending: string,
  openFile: (file: string) => JournalStore,
): ReadableSessionStore {
  return {
    read(id) {
      const file = join(folder, `${fileName(id)}.${ending}`)
      return existsSync(file) ? recordsOf(openFile(file)) : []
    },
    open(id) {
      const name = fileName(id)
      mkdirSync(folder, { recursive: true })
      const journal = openFile(join(folder, `${name}.${ending}`))
      return {
        journal,
        results: folderResults(join(folder, `${name}.results`)),
        close: () => journal.close(),
      }
    },
  }
}

/** An id as a file's name: two ids never share one. */
function fileName(id: string): string {
  if (id === '' || id.length > 150) {
    throw invalidOption(`a session's id has 1 to 150 characters, found ${id.length}`)
  }
  return id.replaceAll(/[^A-Za-z0-9_-]/g, (char) => `%${char.codePointAt(0)?.toString(16).padStart(2, '0')}.`)
}
