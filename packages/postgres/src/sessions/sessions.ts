import type { ReadableSessionStore, SessionPlace } from '@skill-state/agent'
import { checkId, type JournalStore, type StoredRecord } from '@skill-state/core/journal'
import { reasonOf, SkillStateError } from '@skill-state/protocol'
import { type Database, inTransaction } from '../database/database.ts'
import { explained } from '../database/failures.ts'
import type { Connection } from '../database/pool.ts'

export { type Database, openDatabase } from '../database/database.ts'

interface PostgresSessions extends ReadableSessionStore {
  open(id: string): Promise<Place>
  read(id: string): Promise<readonly StoredRecord[]>
  /**
   * Removes all records of a session but the first ones. Processes that have it open get `journal-conflict`. Throws that itself while a
   * process runs a turn of the session.
   */
  cut(id: string, records: number): Promise<void>
  remove(id: string): Promise<void>
  /** The sessions by the time of their first opening, newest first. */
  list(): Promise<readonly { readonly id: string; readonly records: number; readonly opened: Date }[]>
}

/**
 * Keeps any number of sessions in one database. A session has one writer: while a process runs a turn of it, another one that
 * tries gets an error (`journal-conflict`), and so does one that had it open before. Opening reads the last records only.
 */
export function postgresSessions(database: Database): PostgresSessions {
  const { pool, place } = database
  const explain = (id: string) => (error: unknown) => {
    throw explained(`${place} session "${id}"`, error)
  }
  /** Changes the rows of a session while no process runs a turn of it. */
  const change = async (id: string, statement: string, ...values: readonly number[]): Promise<void> => {
    const { rows } = await pool.query<{ id: number }>(NUMBER, [id]).catch(explain(id))
    const [session] = rows
    if (session === undefined) return
    const taken = await database.holds.take(session.id, () => {}).catch(explain(id))
    if (taken === undefined) throw held(id)
    try {
      await pool.query(statement, [session.id, ...values]).catch(explain(id))
    } finally {
      await taken.release()
    }
  }
  return {
    async open(id) {
      return new Place(database, id, await load(database, id).catch(explain(id)))
    },
    async read(id) {
      const { rows } = await pool.query<StoredRecord>(READ, [id]).catch(explain(id))
      return rows
    },
    cut: (id, records) => change(id, CUT, records),
    remove: (id) => change(id, REMOVE),
    async list() {
      const { rows } = await pool.query<{ id: string; records: string; opened: Date }>(LIST)
      return rows.map(({ id, records, opened }) => ({ id, records: Number(records), opened }))
    },
  }
}

/** Records before the last position that a resume can begin with: for the messages that an agent shows again. */
const EARLIER = 200

/** A record that a resume can begin with; see the journal format. */
const IS_BASE = `left(body, 2) = '{"' and split_part(body, '"', 2) in ('open', 'snapshot', 'undone', 'migrated')`

/** The number of a session, the records that a resume needs, and the number of the last one. */
interface Opened {
  readonly session: number
  readonly records: StoredRecord[]
  readonly last: number
}

async function load({ pool }: Database, id: string): Promise<Opened> {
  const { rows } = await pool.query<Loaded>({ ...TAIL, values: [checkId(id), EARLIER] })
  const session = rows[0]?.session ?? (await pool.query<{ id: number }>(OPEN, [id])).rows[0]?.id ?? 0
  const records = rows.flatMap(({ seq, body, chain }) => (seq === null ? [] : { seq, body, chain }))
  return { session, records, last: records.at(-1)?.seq ?? 0 }
}

/** A record of a session, or the session alone if it has none. */
interface Loaded extends StoredRecord {
  readonly session: number
  readonly seq: number | null
}

const OPEN = `
  insert into skill_state.sessions (name) values ($1)
  on conflict (name) do update set name = excluded.name returning id`

const TAIL = {
  name: 'skill-state-open-session',
  text: `
    with found as (select id from skill_state.sessions where name = $1),
    base as (
      select coalesce(max(seq), 0) - $2 as first
      from skill_state.session_records where session = (select id from found) and ${IS_BASE}
    )
    select found.id as session, seq, body, chain from found cross join base
    left join skill_state.session_records on session = found.id and (seq = 1 or seq >= base.first)
    order by seq`,
}

const READ = `
  select body, chain from skill_state.session_records r join skill_state.sessions s on s.id = r.session
  where s.name = $1 order by seq`

const NUMBER = 'select id from skill_state.sessions where name = $1'

const REMOVE = 'delete from skill_state.sessions where id = $1'

const CUT = 'delete from skill_state.session_records where session = $1 and seq > $2'

const LIST = `
  select s.name as id, count(r.seq) as records, s.opened
  from skill_state.sessions s left join skill_state.session_records r on r.session = s.id
  group by s.id order by s.opened desc, s.id desc`

const APPEND = {
  name: 'skill-state-append-to-session',
  text: `
    insert into skill_state.session_records (session, seq, body, chain)
    select $1, $2 + n, body, chain from unnest($3::text[], $4::text[]) with ordinality as r(body, chain, n)
    where (select coalesce(max(seq), 0) from skill_state.session_records where session = $1) = $2`,
}

const BROKEN = 'the connection that held it broke'

const KEEP = `
  insert into skill_state.session_results (session, handle, content)
  select $1, handle, content from unnest($2::text[], $3::text[]) as r(handle, content)
  on conflict (session, handle) do update set content = excluded.content`

/** The place of one session. A turn holds it by a lock on a connection, which ends with the process. */
class Place implements SessionPlace {
  readonly journal: JournalStore
  readonly results: SessionPlace['results']
  readonly #database: Database
  readonly #id: string
  readonly #session: number
  readonly #records: StoredRecord[]
  /** Number of the last record in the database. */
  #last: number
  #pending: StoredRecord[] = []
  #kept = new Map<string, string>()
  /** What the write under way keeps. */
  #saving: ReadonlyMap<string, string> = new Map()
  /** The write under way; the next one waits for it. */
  #writing: Promise<void> = Promise.resolve()
  #lost: SkillStateError | undefined
  #closed = false

  constructor(database: Database, id: string, { session, records, last }: Opened) {
    this.#database = database
    this.#id = id
    this.#session = session
    this.#records = records
    this.#last = last
    this.journal = {
      tornBytes: 0,
      repair: `skill-state repair ${database.place} ${JSON.stringify(id)}`,
      append: (record) => {
        if (this.#lost) throw this.#lost
        this.#check()
        this.#pending.push(record)
        this.#records.push(record)
      },
      forward: () => this.#read(),
      backward: () => this.#read().toReversed(),
      close: () => {
        this.#closed = true
      },
    }
    this.results = {
      keep: (handle, text) => {
        this.#kept.set(handle, text.replaceAll('\0', '\uFFFD')) // Postgres keeps no NUL
      },
      read: async (handle) => {
        const kept = this.#kept.get(handle) ?? this.#saving.get(handle)
        if (kept !== undefined) return kept
        const { rows } = await database.pool.query<{ content: string }>(
          'select content from skill_state.session_results where session = $1 and handle = $2',
          [session, handle],
        )
        return rows[0]?.content
      },
    }
  }

  /** One write at a time: each takes all that waits when it begins, and the next one only what came after. */
  flush(): Promise<void> {
    const written = this.#writing.then(() => this.#writePending())
    this.#writing = written.catch(() => {}) // the next one throws the same
    return written
  }

  /** What is appended after the call is written once the session is held; after a failure, never. */
  hold(): Promise<() => Promise<void>> {
    const held = this.#writing.then(() => this.#hold())
    this.#writing = held.then(
      () => {},
      (error: SkillStateError) => {
        this.#lost ??= error
      },
    )
    return held
  }

  async close(): Promise<void> {
    if (!this.#lost && !this.#closed) await this.flush()
    this.#closed = true
  }

  async #hold(): Promise<() => Promise<void>> {
    if (this.#lost) throw this.#lost
    this.#check()
    const broken = (error: unknown): SkillStateError => failed(this.#id, this.#database.place, error)
    const onLost = (): void => {
      this.#lost ??= broken(new Error(BROKEN))
    }
    const it = await this.#database.holds.take(this.#session, onLost).catch((error: unknown) => {
      throw broken(error)
    })
    if (it === undefined) throw held(this.#id)
    if (it.last === this.#last) return it.release
    await it.release()
    throw taken(this.#id)
  }

  async #writePending(): Promise<void> {
    if (this.#lost) throw this.#lost
    const [records, kept] = [this.#pending, this.#kept]
    if (records.length === 0 && kept.size === 0) return
    this.#pending = []
    this.#kept = new Map()
    this.#saving = kept
    try {
      await this.#write(records, kept)
    } catch (error) {
      // What is in the database now, only opening the session again can tell.
      const isConflict = error instanceof SkillStateError || isTaken(error)
      this.#lost = isConflict ? taken(this.#id) : failed(this.#id, this.#database.place, error)
      throw this.#lost
    }
    this.#last += records.length
    if (this.#lost) throw this.#lost // the hold, meanwhile
  }

  async #write(records: readonly StoredRecord[], kept: ReadonlyMap<string, string>): Promise<void> {
    const append = async (client: Pick<Connection, 'query'>): Promise<void> => {
      const [bodies, chains] = [records.map(({ body }) => body), records.map(({ chain }) => chain)]
      const values = [this.#session, this.#last, bodies, chains]
      const { rowCount } = await client.query({ ...APPEND, values })
      if (rowCount !== records.length) throw taken(this.#id)
    }
    if (kept.size === 0) {
      await append(this.#database.pool)
      return
    }
    await inTransaction(this.#database.pool, async (client) => {
      await client.query(KEEP, [this.#session, [...kept.keys()], [...kept.values()]])
      if (records.length > 0) await append(client)
    })
  }

  #read(): readonly StoredRecord[] {
    this.#check()
    return this.#records.slice()
  }

  #check(): void {
    if (!this.#closed) return
    throw new SkillStateError('journal-misuse', `session "${this.#id}" is closed: open it again`)
  }
}

/** Whether a record of this number is there already (SQLSTATE: unique violation), or the session was removed. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '23505' || error.code === '23503')
}

function taken(id: string): SkillStateError {
  return new SkillStateError(
    'journal-conflict',
    `another process continues session "${id}", or removed it: open it again to continue`,
  )
}

function held(id: string): SkillStateError {
  const message = `session "${id}" is in a turn that another process or session object runs: open it again when that has ended`
  return new SkillStateError('journal-conflict', message)
}

function failed(id: string, place: string, cause: unknown): SkillStateError {
  const found = explained(place, cause)
  const reason = reasonOf(found)
  return new SkillStateError('database-unavailable', `session "${id}" is not recorded any more: ${reason}`, {
    cause,
  })
}
