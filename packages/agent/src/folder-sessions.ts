import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { checkId, type JournalStore } from '@skill-state/core/journal'
import { SkillStateError } from '@skill-state/protocol'
import { files } from '@skill-state/protocol/files'
import { fileResults } from '@skill-state/tools/files'
import { type IdleJournal, idleJournal } from './idle-journal.ts'
import {
  continuedElsewhere,
  heldElsewhere,
  type ReadableSessionStore,
  type Release,
  recordsOf,
} from './stores.ts'

export interface FolderSessionsOptions {
  /** Whether each record must survive the loss of power, not just the end of the process. Default false. */
  readonly sync?: boolean | undefined
}

/**
 * Keeps each session in a file `<folder>/<id>.<ending>`, with its long results beside it in `<folder>/<id>.results`. A process
 * that runs a turn holds a lock on `<folder>/<id>.lock`, which is empty.
 */
export function folderSessions(
  folder: string,
  ending: string,
  openFile: (file: string) => JournalStore,
): ReadableSessionStore {
  const idle = new Set<IdleJournal>()
  /** Opens files, for which idle journals make room. SQLite does not say that a process has as many as it may. */
  const withFiles = <T>(id: string, open: () => T): T => {
    try {
      return open()
    } catch (cause) {
      if (mayOpen(folder, SQLITE_FILES)) throw cause
      if (idle.size === 0) throw tooManyFiles(id, cause)
      for (const journal of [...idle]) journal.sleep()
      return withFiles(id, open)
    }
  }
  return {
    read(id) {
      const file = join(folder, `${fileName(id)}.${ending}`)
      return files.existsSync(file) ? recordsOf(openFile(file)) : []
    },
    remove(id) {
      const name = fileName(id)
      if (!files.existsSync(folder)) return
      const lock = join(folder, `${name}.lock`)
      const release = files.lock(lock)
      if (release === undefined) throw heldElsewhere(id)
      try {
        // The journal, its files beside it and the results; the empty lock stays, since another process may wait for it.
        const own = files.readdirSync(folder).filter((file) => file.startsWith(`${name}.`))
        for (const file of own.filter((file) => file !== `${name}.lock`)) {
          files.rmSync(join(folder, file), { recursive: true, force: true })
        }
      } finally {
        release()
        files.closeLock(lock)
      }
    },
    open(id) {
      const name = fileName(id)
      files.mkdirSync(folder, { recursive: true })
      const lock = join(folder, `${name}.lock`)
      const file = join(folder, `${name}.${ending}`)
      const openJournal = (): JournalStore => withFiles(id, () => openFile(file))
      const wake = (chain: string | undefined): JournalStore => {
        if (!files.existsSync(file)) throw continuedElsewhere(id)
        const store = openJournal()
        const [newest] = store.backward()
        if (newest?.chain === chain) return store
        store.close()
        throw continuedElsewhere(id)
      }
      const journal = idleJournal(openJournal(), wake, idle)
      const hold = (): Release => {
        const release = withFiles(id, () => files.lock(lock))
        if (release === undefined) throw heldElsewhere(id)
        try {
          const end = journal.begin()
          if (journal.isCurrent())
            return () => {
              end()
              release()
            }
          end()
          throw continuedElsewhere(id)
        } catch (error) {
          release()
          throw error
        }
      }
      return {
        journal,
        hold,
        results: fileResults(join(folder, `${name}.results`)),
        close() {
          journal.close()
          files.closeLock(lock)
        },
      }
    },
  }
}

function tooManyFiles(id: string, cause: unknown): SkillStateError {
  const message = `session "${id}": this process has as many files open as it may: wait until other turns have ended, or raise the limit (ulimit -n)`
  return new SkillStateError('journal-misuse', message, { cause })
}

/** A database, its log and the index of that, and one more while it is opened. */
const SQLITE_FILES = 4

function mayOpen(folder: string, count: number): boolean {
  if (count === 0) return true
  try {
    const file = files.openSync(folder, 'r')
    try {
      return mayOpen(folder, count - 1)
    } finally {
      files.closeSync(file)
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EMFILE'
  }
}

/** Characters of a name, beside which the longest ending has room. */
const MOST_CHARS = 240

/** An id as a file's name: two ids never share one. Throws `invalid-option` for an id that no store takes. */
function fileName(id: string): string {
  const name = checkId(id).replaceAll(
    /[^A-Za-z0-9_-]/g,
    (char) => `%${char.codePointAt(0)?.toString(16).padStart(2, '0')}.`,
  )
  if (name.length <= MOST_CHARS) return name
  const digest = createHash('sha256').update(id).digest('hex')
  return `${name.slice(0, MOST_CHARS - digest.length - 2)}%-${digest}` // no other name has "%-"
}
