import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createFileStore } from '@skill-state/core/journal/file'
import { folderResults } from '@skill-state/tools/folder'
import { fileName } from './file-name.ts'
import { type ReadableSessionStore, recordsOf } from './stores.ts'

export interface FileSessionsOptions {
  /** Whether each record must survive the loss of power, not just the end of the process. Default false. */
  readonly sync?: boolean | undefined
}

/** Keeps each session as `<folder>/<id>.jsonl`, with its long results beside it in `<folder>/<id>.results`. */
export function fileSessions(folder: string, options: FileSessionsOptions = {}): ReadableSessionStore {
  return {
    read(id) {
      const file = join(folder, `${fileName(id)}.jsonl`)
      return existsSync(file) ? recordsOf(createFileStore(file)) : []
    },
    open(id) {
      const name = fileName(id)
      mkdirSync(folder, { recursive: true })
      const journal = createFileStore(join(folder, `${name}.jsonl`), options)
      return {
        journal,
        results: folderResults(join(folder, `${name}.results`)),
        close: () => journal.close(),
      }
    },
  }
}
