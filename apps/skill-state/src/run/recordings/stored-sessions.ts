import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionStore } from '@skill-state/agent'
import type { Recording } from '@skill-state/agent/regress'
import type { JournalStore } from '@skill-state/core/journal'
import { invalidOption } from '@skill-state/protocol'
import { memoryResults } from '@skill-state/tools'
import { fileResults } from '@skill-state/tools/files'
import { openStore, withJournal } from './journal-file.ts'
import { isDatabase, openSessions } from './open-sessions.ts'

export interface StoredSession extends Recording {
  readonly store: SessionStore
}

export function storeOf(journal: JournalStore): SessionStore {
  return { open: () => ({ journal, results: memoryResults(), close: () => journal.close() }) }
}

/** The sessions of a folder, a journal or a database, one after the other. */
export async function* storedSessions(place: string): AsyncGenerator<StoredSession> {
  if (isDatabase(place)) {
    const { sessions, close } = await openSessions(place)
    try {
      for (const { id } of await sessions.list())
        yield { name: id, records: await sessions.read(id), store: sessions }
    } finally {
      await close()
    }
    return
  }
  for (const file of journalsAt(place)) {
    const records = await withJournal(file, (store) => [...store.forward()])
    const results = fileResults(file.replace(/\.\w+$/, '.results'))
    const store = { open: async () => storeOf(await openStore(file)).open('') }
    yield { name: file, records, results, store }
  }
}

function journalsAt(place: string): readonly string[] {
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) return [place]
  const names = readdirSync(place).filter((name) => /\.(jsonl|sqlite|journal)$/.test(name))
  if (names.length === 0) throw invalidOption(`${place}: it has no session`)
  return names.sort().map((name) => join(place, name))
}
