import { checkId, type JournalStore, type StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { type Clock, type JsonValue, SkillStateError } from '@skill-state/protocol'
import { memoryResults, type ResultStore } from '@skill-state/tools'

/** Gives back what was held. */
export type Release = () => void | Promise<void>

/**
 * Does for a session what it does outside of itself: a durable host keeps what came of it, and runs a turn that was cut off again
 * from its beginning.
 */
export interface PlaceHost {
  /** Time as the host has it on record. */
  readonly clock: Clock
  /** Hash of what the journal noted last of how its model is asked, if the journal does not reach back to it. */
  readonly asked?: string | undefined
  /**
   * Runs f, or gives what came of it in an earlier run. What f notes is on record even if f throws: if f is not run, `onNote`
   * is given the notes. `key` is unique within a turn. Throws what f threw, and failures of the host.
   */
  step<T>(
    key: string,
    f: (signal: AbortSignal, note: (note: JsonValue) => void) => Promise<T>,
    onNote?: (note: JsonValue) => Promise<void>,
  ): Promise<T>
  /** Whether the host has failed: nothing is known of the step then, and the turn is run again. */
  isFailure(error: unknown): boolean
}

export interface SessionPlace {
  readonly journal: JournalStore
  /** Keeps results that are too long for the prompt. */
  readonly results: ResultStore
  /** Present if appended records are only safe after it: awaited after each. */
  readonly flush?: (() => Promise<void>) | undefined
  /**
   * Takes the session for a turn, before anything of it is appended, and returns what gives it back; then it may be called again.
   * Meanwhile no other owner can take it, in this process or another one; what a process held is free when the process has died.
   * Throws `journal-conflict` if somebody else has it, or has appended since it was opened; if the promise rejects, nothing
   * that was appended since the call is written. Without it the first append decides, and a call that another process still
   * executes is taken for cut off.
   */
  readonly hold?: (() => Release | Promise<Release>) | undefined
  /** Present if a durable host plays the turns of the session. */
  readonly host?: PlaceHost | undefined
  close(): void | Promise<void>
}

export interface SessionStore {
  /** Opens the place of a session: empty at first, later with what it holds. */
  open(id: string): SessionPlace | Promise<SessionPlace>
}

/** A store whose sessions can be read without going on with them, and removed. */
export interface ReadableSessionStore extends SessionStore {
  /** Every record of a session, for `history` and `why`; none if it was not begun. */
  read(id: string): readonly StoredRecord[] | Promise<readonly StoredRecord[]>
  /**
   * Removes all that is kept of a session, which then is as if it had never begun. Who has it open gets `journal-conflict` with the
   * next command. Throws that itself while a turn of the session is under way.
   */
  remove(id: string): void | Promise<void>
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
  const held = new Set<string>()
  return {
    read: (id) => places.get(id)?.records ?? [],
    remove(id) {
      if (held.has(id)) throw heldElsewhere(id)
      places.get(id)?.records.splice(0)
      places.delete(id)
    },
    open(id) {
      const place = places.get(checkId(id)) ?? { records: [], results: memoryResults() }
      places.set(id, place)
      const journal = memoryJournal(place.records)
      const hold = (): Release => {
        if (held.has(id)) throw heldElsewhere(id)
        if (!journal.isCurrent?.()) throw continuedElsewhere(id)
        held.add(id)
        return () => void held.delete(id)
      }
      return { journal, results: place.results, hold, close: () => journal.close() }
    },
  }
}

/** What `hold` throws while somebody else has the session. */
export function heldElsewhere(id: string): SkillStateError {
  const message = `session "${id}" is in a turn that another process or session object runs: open it again when that has ended`
  return new SkillStateError('journal-conflict', message)
}

/** What `hold` throws if somebody else has appended. */
export function continuedElsewhere(id: string): SkillStateError {
  const message = `another process or session object has continued session "${id}", or removed it: open it again`
  return new SkillStateError('journal-conflict', message)
}

/** The records of a journal, which is closed. */
export function recordsOf(journal: JournalStore): readonly StoredRecord[] {
  try {
    return [...journal.forward()]
  } finally {
    journal.close()
  }
}
