import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import type { JournalStore } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { invalidOption, SkillStateError } from '@skill-state/protocol'
import { files } from '@skill-state/protocol/files'

/** Gives the journal in a file, of either kind, for as long as `use` works. */
export async function withJournal<T>(file: string, use: (store: JournalStore) => T): Promise<T> {
  const store = await openStore(file)
  try {
    return use(store)
  } finally {
    store.close()
  }
}

/** Opens a journal of either kind. The caller closes it. */
export async function openStore(file: string): Promise<JournalStore> {
  if (!existsSync(file)) throw invalidOption(`${file}: there is no such journal`)
  return await createStore(file, isSqlite(file))
}

/** Opens a journal in a file, which is created if it is missing. */
export async function createStore(file: string, inSqlite: boolean): Promise<JournalStore> {
  if (!inSqlite) return openFileJournal(file)
  const { openSqliteJournal } = await import('@skill-state/core/journal/sqlite')
  return openSqliteJournal(file)
}

const SQLITE = 'SQLite format 3'

export function isSqlite(file: string): boolean {
  return beginsWith(file, SQLITE)
}

/** Whether a file begins with a text of ASCII characters. */
export function beginsWith(file: string, text: string): boolean {
  const [handle, head] = [openSync(file, 'r'), Buffer.alloc(text.length)]
  try {
    readSync(handle, head, 0, head.length, 0)
    return head.toString('latin1') === text
  } finally {
    closeSync(handle)
  }
}

/** Does something while no process runs a turn of the session in the file, if it is one: each turn holds the lock beside it. */
export async function betweenTurns<T>(file: string, run: () => Promise<T>): Promise<T> {
  const lock = `${file.replace(/\.(jsonl|sqlite)$/, '')}.lock`
  if (!existsSync(lock)) return await run()
  const release = files.lock(lock)
  if (release === undefined) {
    const message = `${file} is in a turn that another process runs: try again when that has ended`
    throw new SkillStateError('journal-conflict', message)
  }
  try {
    return await run()
  } finally {
    release()
  }
}

/** The id of the run or session that a journal holds. */
export function idOf(store: JournalStore): string {
  for (const { body } of store.forward()) return String((JSON.parse(body) as { id?: unknown }).id)
  return 'journal'
}
