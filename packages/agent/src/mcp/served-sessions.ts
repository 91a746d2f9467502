import { type Origin, type StoredRecord, why } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { invalidOption, SkillStateError } from '@skill-state/protocol'
import type { Agent } from '../agent.ts'
import type { AgentEvent } from '../events.ts'
import { type SessionCommand, tell } from '../host/command.ts'
import type { Session } from '../session/session.ts'
import type { ReadableSessionStore } from '../stores.ts'
import type { Turn } from '../turn.ts'

/** Who waits for a turn. */
export interface Caller {
  readonly signal: AbortSignal
  readonly onEvent: (event: AgentEvent) => void
}

const ID = /^[\w-][\w.-]{0,79}$/

/** The sessions of an agent by id, for callers that are not trusted: opened for one call each, and by one call at a time. */
export function servedSessions(agent: Agent<unknown>, store: ReadableSessionStore) {
  const busy = new Set<string>()
  const reserve = async <T>(id: string, use: () => Promise<T>): Promise<T> => {
    if (!ID.test(id)) {
      const message = `session: expected 1 to 80 letters, digits, "-", "_" or ".", found ${JSON.stringify(id.slice(0, 100))}`
      throw invalidOption(message)
    }
    if (busy.has(id)) {
      const message = `session "${id}" is at work on another call: wait for its end, or cancel it`
      throw new SkillStateError('journal-misuse', message)
    }
    busy.add(id)
    try {
      return await use()
    } finally {
      busy.delete(id)
    }
  }
  const open = async <T>(id: string, use: (session: Session<unknown>) => Promise<T>): Promise<T> => {
    const session = await agent.open({ id, store })
    try {
      return await use(session)
    } finally {
      await session.close()
    }
  }
  /** The records of a session that was begun. */
  const recordsOf = async (id: string): Promise<readonly StoredRecord[]> => {
    const records = await store.read(id)
    if (records.length > 0) return records
    throw new SkillStateError('journal-misuse', `there is no session "${id}": begin one with send`)
  }
  const known = <T>(id: string, use: (session: Session<unknown>) => Promise<T>): Promise<T> =>
    reserve(id, async () => {
      await recordsOf(id)
      return await open(id, use)
    })
  return {
    /** Sends a message to a session, which may be a new one. */
    send: (id: string, message: string, caller: Caller): Promise<Turn> =>
      reserve(id, () => open(id, (session) => told(session, { send: message }, caller))),
    /** Gives a command to a session that was begun. */
    tell: (id: string, command: SessionCommand, caller: Caller): Promise<Turn> =>
      known(id, (session) => told(session, command, caller)),
    state: (id: string): Promise<unknown> => known(id, async (session) => session.state),
    /** Where the value at a JSON Pointer comes from. */
    why: (id: string, pointer: string): Promise<Origin> =>
      reserve(id, async () => why(memoryJournal([...(await recordsOf(id))]), pointer)),
  }
}

async function told(
  session: Session<unknown>,
  command: SessionCommand,
  { signal, onEvent }: Caller,
): Promise<Turn> {
  const events = tell(session, command, signal)
  for await (const event of events) onEvent(event)
  return await events.turn
}
