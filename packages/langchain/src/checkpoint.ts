import { AsyncLocalStorage } from 'node:async_hooks'
import type { SessionPlace, SessionStore } from '@skill-state/agent'
import { type JournalStore, lastRecords, type StoredRecord } from '@skill-state/core/journal'
import { createMemoryStore } from '@skill-state/core/journal/memory'
import { SkillStateError } from '@skill-state/protocol'

type ResultStore = SessionPlace['results']

/** A session as a checkpoint keeps it: what it needs to go on. Its size has a bound if the state has one. `id` is first. */
interface KeptSession {
  readonly id: string
  readonly records: readonly StoredRecord[]
  /** Results that are too long for a prompt. */
  readonly results: Readonly<Record<string, string>>
}

/** A step under way: what the checkpoint holds, and the place that the agent uses for it. */
interface Step {
  readonly earlier: string | undefined
  place?: CheckpointPlace
}

const current = new AsyncLocalStorage<Step>()

/** Opens the session that `inCheckpoint` has brought. */
export const checkpointSessions: SessionStore = {
  open(id) {
    const step = current.getStore()
    if (step === undefined) {
      const message = 'the session is in a checkpoint: read its state from the graph'
      throw new SkillStateError('journal-misuse', message)
    }
    step.place = new CheckpointPlace(id, step.earlier)
    return step.place
  },
}

/** Records that a place holds before its session is read from the checkpoint again, which holds the last ones only. */
const MOST_RECORDS = 1_000

/** Where a session is between two checkpoints. It serves the next step too if that comes from the checkpoint that it gave. */
class CheckpointPlace implements SessionPlace {
  readonly journal: JournalStore
  readonly results: ResultStore
  readonly #id: string
  readonly #records: StoredRecord[]
  readonly #results: Map<string, string>
  #kept: string | undefined

  constructor(id: string, earlier: string | undefined) {
    const { records, results }: Pick<KeptSession, 'records' | 'results'> =
      earlier === undefined ? { records: [], results: {} } : JSON.parse(earlier)
    this.#id = id
    this.#records = [...records]
    this.#results = new Map(Object.entries(results))
    this.journal = { ...createMemoryStore(this.#records), isCurrent: () => this.#serves(current.getStore()) }
    this.results = {
      keep: (handle, text) => {
        this.#results.set(handle, text)
      },
      read: (handle) => this.#results.get(handle),
    }
  }

  close(): void {
    this.journal.close()
  }

  /** What the next checkpoint keeps. */
  keep(): string {
    const records = lastRecords(this.#records)
    const session: KeptSession = { id: this.#id, records, results: Object.fromEntries(this.#results) }
    this.#kept = JSON.stringify(session)
    return this.#kept
  }

  #serves(step: Step | undefined): boolean {
    if (step?.earlier === undefined || step.earlier !== this.#kept) return false
    step.place = this
    return this.#records.length < MOST_RECORDS
  }
}

/** Runs a step on a session from a checkpoint. Returns what the next checkpoint keeps. `newId` names a new session. */
export async function inCheckpoint<T>(
  earlier: string | undefined,
  newId: string,
  run: (id: string) => Promise<T>,
): Promise<{ readonly answer: T; readonly kept: string | undefined }> {
  const step: Step = { earlier }
  const answer = await current.run(step, () => run(idIn(earlier) ?? newId))
  return { answer, kept: step.place?.keep() }
}

/** The id at the beginning of a kept session, without a look at the rest. */
function idIn(kept: string | undefined): string | undefined {
  const id = kept === undefined ? undefined : /^\{"id":("(?:[^"\\]|\\.)*")/.exec(kept)?.[1]
  return id === undefined ? undefined : (JSON.parse(id) as string)
}
