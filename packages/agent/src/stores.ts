import { checkId, type JournalStore, type StoredRecord } from '@skill-state/core/journal'
import { createMemoryStore } from '@skill-state/core/journal/memory'
import { memoryResults, type ResultStore } from '@skill-state/tools'

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

/** A store whose sessions can be read without going on with them. */
export interface ReadableSessionStore extends SessionStore {
  /** Every record of a session, for `history` and `why`; none if it was not begun. */
  read(id: string): readonly StoredRecord[] | Promise<readonly StoredRecord[]>
}

/**
 * Keeps sessions in this process. They are gone with it.
 *
 * @example
 * ```ts
 * import { type Agent, memorySessions } from '@skill-state/agent'
 *
 * const store = memorySessions()
 *
 * // Two sessions of one store and id are the same conversation.
 * export async function stateLater(agent: Agent<unknown>): Promise<unknown> {
 *   const first = await agent.open({ id: 'monday', store })
 *   for await (const _ of first.send('We need milk.'));
 *   return (await agent.open({ id: 'monday', store })).state
 * }
 * ```
 */
export function memorySessions(): ReadableSessionStore {
  const places = new Map<string, { readonly records: StoredRecord[]; readonly results: ResultStore }>()
  return {
    read: (id) => places.get(id)?.records ?? [],
    open(id) {
      const place = places.get(checkId(id)) ?? { records: [], results: memoryResults() }
      places.set(id, place)
      const journal = createMemoryStore(place.records)
      return { journal, results: place.results, close: () => journal.close() }
    },
  }
}

/** The records of a journal, which is closed. */
export function recordsOf(journal: JournalStore): readonly StoredRecord[] {
  try {
    return [...journal.forward()]
  } finally {
    journal.close()
  }
}
