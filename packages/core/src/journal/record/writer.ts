import { type Action, type Observation, SkillStateError, type Waiting } from '@skill-state/protocol'
import type { JournalMessage } from '../inbox.ts'
import type {
  JournalAnswer,
  JournalClosing,
  JournalDecision,
  JournalOpening,
  JournalPosition,
  JournalProgress,
  OpenJournal,
} from '../journal.ts'
import type { JournalStore } from '../store.ts'
import { chainOf } from './chain.ts'
import { encode } from './codec.ts'
import { entryAt } from './entry-at.ts'
import { migrate, type Schema } from './migrate.ts'
import { advance, baseOf, type Moment, proceed, reject, undone, withoutPending } from './moment.ts'
import type { Tail } from './read.ts'
import { type Head, isBase, type JournalRecord, snapshotDue } from './record.ts'

export class JournalWriter implements OpenJournal {
  readonly repaired?: { readonly bytes: number }
  readonly #store: JournalStore
  readonly #schema: Schema
  readonly #head: Head
  #tail: Tail
  #isMigrated: boolean

  constructor(store: JournalStore, schema: Schema, head: Head, tail: Tail, isMigrated = false) {
    if (store.tornBytes > 0) this.repaired = { bytes: store.tornBytes }
    this.#store = store
    this.#schema = schema
    this.#head = head
    this.#tail = tail
    this.#isMigrated = isMigrated
  }

  get id(): string {
    const { line } = this.#tail.moment
    return line === 0 ? this.#head.id : `${this.#head.id}~${line}`
  }

  get position(): JournalPosition {
    return this.#tail.moment
  }

  started(observation: Observation): void {
    this.append({ kind: 'started', index: 0, observation })
  }

  decided(decision: JournalDecision): void {
    this.append({ kind: 'decided', index: decision.index, decision })
  }

  answered({ index, observation, state, note }: JournalAnswer): void {
    const record = { kind: 'answered', index, observation, note } as const
    // Σ_{t+1} is at hand, so it is not merged again.
    this.append(record, { ...proceed(this.#tail.moment, record), state })
    const { due, since } = this.#tail
    if (this.#store.keepsLast) this.#keepLast()
    else if (since >= due) this.snapshot()
  }

  called(index: number, call: number, ended: JournalProgress): void {
    this.append({ kind: 'called', index, call, ended })
  }

  waiting(index: number, waiting: Waiting, call?: number): void {
    this.append({ kind: 'waiting', index, waiting, call })
  }

  approved(index: number, action?: Action, call?: number): void {
    this.append({ kind: 'approved', index, action, call })
  }

  resumed(index: number, observation: Observation, taken = 0, turn?: JournalOpening): void {
    this.append({ kind: 'resumed', index, observation, taken, turn })
    if (this.#store.keepsLast) this.#keepLast()
  }

  received(message: JournalMessage): void {
    this.append({ kind: 'received', index: this.#tail.moment.index, message })
  }

  closed(closing: JournalClosing): void {
    this.append({ kind: 'closed', index: this.#tail.moment.index, closing })
  }

  withdrawn(from: number, count: number): void {
    this.append({ kind: 'withdrawn', index: this.#tail.moment.index, from, count })
  }

  spent(counts: Readonly<Record<string, number>>): void {
    this.append({ kind: 'spent', index: this.#tail.moment.index, counts })
  }

  undo(index: number): void {
    const { after, back } = entryAt(this.#store, index)
    const moment = undone(this.#tail.moment, migrate(withoutPending(after), this.#schema))
    this.append({ kind: 'undone', back, ...baseOf(moment) }, moment)
  }

  get recordMigration(): (() => void) | undefined {
    if (!this.#isMigrated) return undefined
    return () => {
      this.#isMigrated = false
      const { moment } = this.#tail
      this.append({ kind: 'migrated', ...baseOf(moment), pending: moment.pending }, moment)
    }
  }

  /** Not at the end of a turn: the reply would come before the snapshot, and `lastRecords` leaves it out then. */
  #keepLast(): void {
    const { observation } = this.#tail.moment
    if (!observation?.waiting && !observation?.done) this.snapshot()
  }

  snapshot(): void {
    const { moment } = this.#tail
    this.append({ kind: 'snapshot', ...baseOf(moment) }, moment)
  }

  /** Adds a record, after which the journal comes to the moment: the one that follows from the record, by default. */
  append(record: JournalRecord, after?: Moment): void {
    const reason = record.kind === 'open' ? undefined : reject(this.#tail.moment, record)
    if (reason !== undefined) {
      throw new SkillStateError('journal-misuse', `the journal "${this.id}" cannot record this: ${reason}`)
    }
    this.recordMigration?.()
    const { moment, chain: previous, due, since } = this.#tail
    const body = encode(record)
    const chain = chainOf(previous, body)
    this.#store.append({ body, chain })
    const isStart = isBase(record)
    this.#tail = {
      moment: after ?? advance(moment, record),
      chain,
      due: isStart ? snapshotDue(body) : due,
      since: isStart ? 0 : since + body.length,
    }
  }
}
