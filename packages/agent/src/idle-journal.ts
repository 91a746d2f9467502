import type { JournalStore, StoredRecord } from '@skill-state/core/journal'
import { SkillStateError } from '@skill-state/protocol'

/** Journals of a store that stay open while nothing uses them. More would use up the files that a process may have open. */
const MAX_IDLE = 64

/** A journal that sleeps, which is closed, if many others were used after it. Its next use opens it again. */
export class IdleJournal implements JournalStore {
  readonly tornBytes: number
  readonly repair: string | undefined
  readonly #wake: (chain: string | undefined) => JournalStore
  readonly #idle: Set<IdleJournal>
  #store: JournalStore | undefined
  /** Chain value of the last record before it slept. */
  #chain: string | undefined
  #isClosed = false
  #uses = 0

  /**
   * `wake` opens it again, and throws if its last record has another chain value by then. `idle`: the idle ones of the store, the
   * one that was used last at the end.
   */
  constructor(
    store: JournalStore,
    wake: (chain: string | undefined) => JournalStore,
    idle: Set<IdleJournal>,
  ) {
    this.tornBytes = store.tornBytes
    this.repair = store.repair
    this.#store = store
    this.#wake = wake
    this.#idle = idle
    this.begin()()
  }

  /** Keeps it open until what is returned is called. Throws what `wake` throws. */
  begin(): () => void {
    this.#awake()
    this.#uses += 1
    this.#idle.delete(this)
    return () => {
      this.#uses -= 1
      if (this.#uses > 0 || this.#isClosed) return
      this.#idle.add(this)
      const [oldest] = this.#idle
      if (this.#idle.size > MAX_IDLE) oldest?.sleep()
    }
  }

  sleep(): void {
    const [newest] = this.#store?.backward() ?? []
    this.#chain = newest?.chain
    this.#store?.close()
    this.#store = undefined
    this.#idle.delete(this)
  }

  append(record: StoredRecord): void {
    this.#use((store) => store.append(record))
  }

  isCurrent(): boolean {
    try {
      return this.#use((store) => store.isCurrent?.() ?? true)
    } catch {
      return false
    }
  }

  forward(): Iterable<StoredRecord> {
    return this.#reading(this.#use((store) => store.forward()))
  }

  backward(): Iterable<StoredRecord> {
    return this.#reading(this.#use((store) => store.backward()))
  }

  close(): void {
    this.#idle.delete(this)
    this.#isClosed = true
    this.#store?.close()
  }

  #use<T>(use: (store: JournalStore) => T): T {
    const end = this.begin()
    try {
      return use(this.#awake())
    } finally {
      end()
    }
  }

  *#reading(records: Iterable<StoredRecord>): Generator<StoredRecord, void, undefined> {
    const end = this.begin()
    try {
      yield* records
    } finally {
      end()
    }
  }

  #awake(): JournalStore {
    if (this.#isClosed && !this.#store)
      throw new SkillStateError('journal-misuse', 'the session is closed: open it again')
    this.#store ??= this.#wake(this.#chain)
    return this.#store
  }
}
