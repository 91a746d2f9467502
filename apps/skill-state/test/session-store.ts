import type { ReadableSessionStore } from '@skill-state/agent'
import { fileSessions } from '@skill-state/agent/files'
import { sqliteSessions } from '@skill-state/agent/sqlite'
import { openDatabase, postgresSessions } from '@skill-state/postgres/sessions'

export type Kind = 'file' | 'sqlite' | 'postgres'

/** The sessions of one kind of store, in a folder or in the database of an address. */
export async function sessionStore(
  kind: Kind,
  folder: string,
  address: string,
): Promise<{ readonly store: ReadableSessionStore; readonly close: () => Promise<void> }> {
  if (kind === 'sqlite') return { store: sqliteSessions(folder), close: async () => {} }
  if (kind === 'file') return { store: fileSessions(folder), close: async () => {} }
  const database = await openDatabase(address)
  return { store: postgresSessions(database), close: async () => await database[Symbol.asyncDispose]() }
}
