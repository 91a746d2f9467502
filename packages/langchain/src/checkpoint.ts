import { AsyncLocalStorage } from 'node:async_hooks'
import type { SessionPlace, SessionStore } from '@skill-state/agent'
import { lastRecords, type StoredRecord } from '@skill-state/core/journal'
import { createMemoryStore } from '@skill-state/core/journal/memory'
import { SkillStateError } from '@skill-state/protocol'

/** A session as a checkpoint keeps it: what it needs to go on. Its size has a bound if the state has one. */
interface KeptSession {
  readonly id: string
  readonly records: readonly StoredRecord[]
  /** Results that are too long for a prompt. */
  readonly results: Readonly<Record<string, string>>
}

const current = new AsyncLocalStorage<SessionPlace>()

/** Opens the session that `inCheckpoint` has brought. */
export const checkpointSessions: SessionStore = {
  open() {
    const place = current.getStore()
    if (place) return place
    throw new SkillStateError(
      'journal-misuse',
      'the session is in a checkpoint: read its state from the graph',
    )
  },
}

/** Runs a step on a session from a checkpoint. Returns what the next checkpoint keeps. `newId` names a new session. */
export async function inCheckpoint<T>(
  earlier: string | undefined,
  newId: string,
  step: (id: string) => Promise<T>,
): Promise<{ readonly answer: T; readonly kept: string }> {
  const {
    id,
    records: kept,
    results: earlierResults,
  }: KeptSession = earlier === undefined ? { id: newId, records: [], results: {} } : JSON.parse(earlier)
  const records = [...kept]
  const results = new Map(Object.entries(earlierResults))
  const place: SessionPlace = {
    journal: createMemoryStore(records),
    results: {
      keep: (handle, text) => {
        results.set(handle, text)
      },
      read: (handle) => results.get(handle),
    },
    close: () => {},
  }
  const answer = await current.run(place, () => step(id))
  const next: KeptSession = { id, records: lastRecords(records), results: Object.fromEntries(results) }
  return { answer, kept: JSON.stringify(next) }
}
