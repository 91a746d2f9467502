import { type Stats, statSync } from 'node:fs'
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { invalidOption, reasonOf, SkillStateError } from '@skill-state/protocol'
import { closed, conflict, removed, repairOf } from './record/misuse.ts'
import type { JournalStore, StoredRecord } from './store.ts'

interface SqliteStoreOptions {
  /** Whether each record must survive the loss of power, not just the end of the process. Default false. */
  readonly sync?: boolean | undefined
}

/**
 * Keeps a journal in the table `journal` of a SQLite database (Node 22.13 or newer), created if it is missing,
 * one row a record. Throws `invalid-option` if the database cannot be opened, `invalid-journal` if it is
 * damaged or something else.
 *
 * The first store that appends continues; an append by another one throws, since the number of a row is the primary key. A
 * database that was removed, replaced or cut short meanwhile is a conflict too. The loss of power damages nothing in either mode;
 * without `sync` the last records may be gone.
 */
export function openSqliteJournal(path: string, options: SqliteStoreOptions = {}): JournalStore {
  return new SqliteStore(path, options.sync ?? false)
}

/**
 * Rows that a reader takes at once, so that no cursor stays open between two records: few at first, since a
 * reader often stops soon, and at most so many.
 */
const PAGE = 256

class SqliteStore implements JournalStore {
  /** A row is written whole or not at all. */
  readonly tornBytes = 0
  readonly repair: string
  readonly #path: string
  readonly #database: DatabaseSync
  readonly #insert: StatementSync
  readonly #after: StatementSync
  readonly #before: StatementSync
  readonly #newest: StatementSync
  /** Empty if the database is in memory. */
  readonly #file: string
  /** The file that was opened, by its number on the disk; its size never shrinks. */
  #identity: Stats | undefined
  #last: number

  constructor(path: string, sync: boolean) {
    this.repair = repairOf(path)
    this.#path = path
    this.#database = open(path)
    try {
      this.#try(() => patiently(() => this.#database.exec(setup(sync))))
      const prepare = (sql: string): StatementSync => this.#try(() => this.#database.prepare(sql))
      this.#insert = prepare('INSERT INTO journal (seq, body, chain) VALUES (?, ?, ?)')
      const rows = 'SELECT seq, body, chain FROM journal WHERE seq'
      this.#after = prepare(`${rows} > ? AND seq <= ? ORDER BY seq LIMIT ?`)
      this.#before = prepare(`${rows} < ? ORDER BY seq DESC LIMIT ?`)
      this.#newest = prepare('SELECT coalesce(max(seq), 0) AS last FROM journal')
      this.#last = Number(this.#try(() => this.#newest.get())?.last)
      this.#file = String(prepare('PRAGMA database_list').get()?.file ?? '')
      this.#identity = identityOf(this.#file)
    } catch (error) {
      this.#database.close()
      throw error
    }
  }

  append({ body, chain }: StoredRecord): void {
    // SQLite would continue to write into what is left of a file that was removed or replaced.
    if (this.#database.isOpen && this.#file !== '') {
      const now = identityOf(this.#file)
      if (!isSame(this.#identity, now)) throw removed(this.#path)
      this.#identity = now
    }
    this.#try(() => this.#insert.run(this.#last + 1, body, chain))
    this.#last += 1
  }

  isCurrent(): boolean {
    try {
      const isThere = this.#file === '' || isSame(this.#identity, identityOf(this.#file))
      return isThere && Number(this.#newest.get()?.last) === this.#last
    } catch {
      return false
    }
  }

  forward(): Iterable<StoredRecord> {
    const end = this.#last
    return this.#pages((count, last = 0) => this.#after.all(last, end, count))
  }

  backward(): Iterable<StoredRecord> {
    const end = this.#last + 1
    return this.#pages((count, last = end) => this.#before.all(last, count))
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close()
  }

  /** All rows, from queries for some rows that follow a last one. */
  *#pages(query: (count: number, last?: number) => Row[]): Generator<StoredRecord, void, undefined> {
    let last: number | undefined
    for (let count = 1; ; count = Math.min(2 * count, PAGE)) {
      const rows = this.#try(() => query(count, last))
      for (const { body, chain } of rows) yield { body: String(body), chain: String(chain) }
      if (rows.length < count) return
      last = Number(rows.at(-1)?.seq)
    }
  }

  /** Does something with the database; what SQLite says against it becomes an error of ours. */
  #try<T>(use: () => T): T {
    if (!this.#database.isOpen) throw closed(this.#path)
    try {
      return use()
    } catch (cause) {
      const error = explain(cause, this.#path)
      throw isConflict(error) && this.#isDamaged() ? damaged(this.#path, cause) : error
    }
  }

  /** Asks SQLite itself: what looks like another writer may be a damaged index. */
  #isDamaged(): boolean {
    try {
      return Object.values(this.#database.prepare('PRAGMA quick_check(1)').get() ?? {})[0] !== 'ok'
    } catch (cause) {
      return !isConflict(explain(cause, this.#path))
    }
  }
}

/** Milliseconds between two attempts to set a database up, and how many there are. */
const [PAUSE, ATTEMPTS] = [5, 200]

/** Sets a database up that another process may set up at the same moment: SQLite does not wait for a change of the journal mode. */
function patiently(setUp: () => void): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      setUp()
      return
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(explain(error, ''))) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
    }
  }
}

/** Undefined if there is no such file. */
function identityOf(file: string): Stats | undefined {
  return file === '' ? undefined : statSync(file, { throwIfNoEntry: false })
}

function isSame(before: Stats | undefined, now: Stats | undefined): boolean {
  if (before === undefined || now === undefined) return false
  return before.dev === now.dev && before.ino === now.ino && before.size <= now.size
}

function isConflict(error: unknown): boolean {
  return error instanceof SkillStateError && error.code === 'journal-conflict'
}

/** Whatever the reason: the name may be none, the folder missing, the file of somebody else. */
function open(path: string): DatabaseSync {
  if (path === '') throw unopened('""', 'its name is empty, and SQLite would keep it nowhere')
  try {
    return new DatabaseSync(path)
  } catch (cause) {
    throw unopened(path, cause)
  }
}

type Row = Readonly<Record<string, SQLOutputValue>>

/**
 * With a write-ahead log, FULL syncs each commit and NORMAL only checkpoints. A commit writes whole pages, and a record is
 * short: pages of half the usual size make a new journal's log half as long. Smaller ones waste more of each page.
 */
function setup(sync: boolean): string {
  return `PRAGMA busy_timeout = 1000;
    PRAGMA page_size = 2048;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = ${sync ? 'FULL' : 'NORMAL'};
    CREATE TABLE IF NOT EXISTS journal (seq INTEGER PRIMARY KEY, body TEXT NOT NULL, chain TEXT NOT NULL) STRICT`
}

const explanations: Readonly<Record<number, typeof damaged>> = {
  1: damaged, // ERROR
  5: conflict, // BUSY
  6: conflict, // LOCKED
  8: unopened, // READONLY
  11: damaged, // CORRUPT
  14: unopened, // CANTOPEN
  19: conflict, // CONSTRAINT
  26: damaged, // NOTADB
}

function explain(cause: unknown, path: string): unknown {
  // A number of a row that JavaScript cannot hold: we write none.
  if (cause instanceof RangeError) return damaged(path, cause)
  if (!(cause instanceof Error) || !('errcode' in cause)) return cause
  return explanations[Number(cause.errcode) & 0xff]?.(path, cause) ?? cause
}

function damaged(path: string, cause: unknown): SkillStateError {
  const message = `${path} is not a journal, or is damaged: ${reasonOf(cause)}`
  return new SkillStateError('invalid-journal', message, { cause })
}

function unopened(path: string, cause: unknown): SkillStateError {
  return invalidOption(`the journal ${path} cannot be opened: ${reasonOf(cause)}`, { cause })
}
