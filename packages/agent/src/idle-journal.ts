import type { JournalStore, StoredRecord } from '@skill-state/core/journal'
import { SkillStateError } from '@skill-state/protocol'

/** Journals of a store that stay open while nothing uses them. More would use up the files that a process may have open. */
const MAX_IDLE = 64

/** A journal that sleeps, which is closed, if many others were used after it. Its next use opens it again. */
export interface IdleJournal extends JournalStore {
  /** Keeps it open until what is returned is called. Throws what `wake` throws. */
  begin(): () => void
  isCurrent(): boolean
  sleep(): void
}

/**
 * `wake` opens it again, and throws if its last record has another chain value by then. `idle`: the idle ones of the store, the
 * one that was used last at the end.
 */
export function idleJournal(
  opened: JournalStore,
  wake: (chain: string | undefined) => JournalStore,
  idle: Set<IdleJournal>,
): IdleJournal {
  let store: JournalStore | undefined = opened
  /** Chain value of the last record before it slept. */
  let chain: string | undefined
  let isClosed = false
  let uses = 0
  const awake = (): JournalStore => {
    if (isClosed && !store)
      throw new SkillStateError('journal-misuse', 'the session is closed: open it again')
    store ??= wake(chain)
    return store
  }
  const use = <T>(work: (store: JournalStore) => T): T => {
    const end = journal.begin()
    try {
      return work(awake())
    } finally {
      end()
    }
  }
  function* reading(records: Iterable<StoredRecord>): Generator<StoredRecord, void, undefined> {
    const end = journal.begin()
    try {
      yield* records
    } finally {
      end()
    }
  }
  const journal: IdleJournal = {
    tornBytes: opened.tornBytes,
    repair: opened.repair,
    begin() {
      awake()
      uses += 1
      idle.delete(journal)
      return () => {
        uses -= 1
        if (uses > 0 || isClosed) return
        idle.add(journal)
        const [oldest] = idle
        if (idle.size > MAX_IDLE) oldest?.sleep()
      }
    },
    sleep() {
      const [newest] = store?.backward() ?? []
      chain = newest?.chain
      store?.close()
      store = undefined
      idle.delete(journal)
    },
    append: (record) => use((awakened) => awakened.append(record)),
    isCurrent() {
      try {
        return use((awakened) => awakened.isCurrent?.() ?? true)
      } catch {
        return false
      }
    },
    forward: () => reading(use((awakened) => awakened.forward())),
    backward: () => reading(use((awakened) => awakened.backward())),
    close() {
      idle.delete(journal)
      isClosed = true
      store?.close()
    },
  }
  journal.begin()()
  return journal
}
