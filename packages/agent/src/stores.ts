import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { JournalStore, StoredRecord } from '@skill-state/core/journal'
import { createFileStore } from '@skill-state/core/journal/file'
import { createMemoryStore } from '@skill-state/core/journal/memory'
import { SkillStateError } from '@skill-state/protocol'
import { folderResults, memoryResults, type ResultStore } from './results/result-store.ts'

/** Where one session is kept. */
export interface SessionPlace {
  readonly journal: JournalStore
  /** Keeps results that are too long for the prompt. */
  readonly results: ResultStore
  /** Present if appended records are only safe after it: awaited after each. */
  readonly flush?: (() => Promise<void>) | undefined
  close(): void | Promise<void>
}

/** Where sessions are kept. */
export interface SessionStore {
  /** Opens the place of a session: empty at first, later with what it holds. */
  open(id: string): SessionPlace | Promise<SessionPlace>
}

/** Keeps sessions in this process. They are gone with it. */
export function memorySessions(): SessionStore {
  const places = new Map<string, { readonly records: StoredRecord[]; readonly results: ResultStore }>()
  return {
    open(id) {
      const place = places.get(id) ?? { records: [], results: memoryResults() }
      places.set(id, place)
      const journal = createMemoryStore(place.records)
      return { journal, results: place.results, close: () => journal.close() }
    },
  }
}

export interface FileSessionsOptions {
  /** Whether each record must survive the loss of power, not just the end of the process. Default false. */
  readonly sync?: boolean | undefined
}

/** Keeps each session as `<folder>/<id>.jsonl`, with its long results beside it in `<folder>/<id>.results`. */
export function fileSessions(folder: string, options: FileSessionsOptions = {}): SessionStore {
  return {
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

/** An id as a file's name: two ids never share one. */
function fileName(id: string): string {
  if (id === '' || id.length > 150) {
    throw new SkillStateError('invalid-option', `a session's id has 1 to 150 characters, found ${id.length}`)
  }
  return id.replaceAll(/[^A-Za-z0-9_-]/g, (char) => `%${char.codePointAt(0)?.toString(16).padStart(2, '0')}.`)
}
