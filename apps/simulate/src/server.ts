import type { StoredRecord } from '@skill-state/core/journal'
import { type Connection, databaseOver, type OpenPool } from '@skill-state/postgres/testing'
import type { Outcome, Process, World } from './world.ts'

interface Table {
  readonly id: number
  readonly records: StoredRecord[]
  readonly results: Map<string, string>
}

type Statement = string | { readonly text: string; readonly values?: readonly unknown[] }

interface Answer {
  readonly rows: never[]
  readonly rowCount: number | null
}

/** A connection of a process, with the changes of its open transaction and its locks. */
interface Session {
  readonly owner: Process
  readonly locks: Set<string>
  readonly onEnd: Set<() => void>
  changes: (() => void)[] | undefined
  isBroken: boolean
}

/**
 * A server that knows the statements of sessions, as the tables and locks of Postgres do them: one statement takes effect at a
 * time, and the scheduler says when. A connection may break before or after it, and all of them when the server fails over.
 */
export class Server {
  readonly #world: World
  readonly #sessions = new Map<string, Table>()
  readonly #connections = new Set<Session>()
  readonly #locks = new Map<string, Session>()
  /** Whether connections may break. */
  isFlaky = false

  constructor(world: World) {
    this.#world = world
  }

  /** The records of a session that are committed. */
  records(name: string): readonly StoredRecord[] {
    return this.#sessions.get(name)?.records ?? []
  }

  /** Whether the process has the lock of a session. */
  isHolder(process: Process): boolean {
    return [...this.#locks.values()].some(({ owner }) => owner === process)
  }

  /** What a process uses in place of a real database. */
  connect(owner: Process): ReturnType<typeof databaseOver> {
    return databaseOver(this.#pool(owner), this.#pool(owner), { url: 'simulated', place: 'the server' })
  }

  /** The connections of a process that was killed. */
  release(process: Process): void {
    for (const session of this.#connections) if (session.owner === process) this.#break(session)
  }

  /** Another server takes over: what is committed is there, and no connection. */
  failOver(): void {
    for (const session of [...this.#connections]) this.#break(session)
  }

  #pool(owner: Process): OpenPool {
    return {
      pool: {
        query: async (statement, values) => {
          const connection = this.#connection(owner)
          try {
            return await connection.query(statement, values)
          } finally {
            connection.release()
          }
        },
        connect: async () => this.#connection(owner),
      },
      close: async () => {},
    }
  }

  #connection(owner: Process): Connection {
    const onEnd = new Set<() => void>()
    const session: Session = { owner, locks: new Set(), onEnd, changes: undefined, isBroken: false }
    this.#connections.add(session)
    const query = (statement: Statement, given: readonly unknown[] = []): Promise<Answer> => {
      const { text, values = [] } =
        typeof statement === 'string' ? { text: statement, values: given } : statement
      const name = `${owner.name}: ${text.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}`
      const run = (): Answer => {
        if (session.isBroken) throw gone()
        return this.#execute(session, text, values)
      }
      const lose = (execute: () => unknown) => (): Answer => {
        execute()
        this.#break(session)
        throw gone()
      }
      const outcomes: Outcome<Answer>[] = [[20, run]]
      if (this.isFlaky) {
        outcomes.push([1, lose(() => {}), 'the connection breaks before it'])
        outcomes.push([1, lose(run), 'the connection breaks after it'])
      }
      return this.#world.operation(owner, name, outcomes)
    }
    return {
      query: query as Connection['query'],
      release: () => {
        this.#connections.delete(session)
        for (const lock of session.locks) this.#locks.delete(lock)
      },
      on: (_, listener) => onEnd.add(listener),
      off: (_, listener) => onEnd.delete(listener),
    }
  }

  #break(session: Session): void {
    if (session.isBroken) return
    session.isBroken = true
    session.changes = undefined
    this.#connections.delete(session)
    for (const lock of session.locks) this.#locks.delete(lock)
    session.locks.clear()
    if (session.owner.isAlive) for (const onEnd of session.onEnd) onEnd()
  }

  /** One statement, by the words that only it has. */
  #execute(session: Session, text: string, values: readonly unknown[]): Answer {
    const [first, second, third, fourth] = values
    const rows = (found: readonly unknown[]): Answer => ({ rows: found as never[], rowCount: found.length })
    if (/^\s*begin/.test(text)) session.changes = []
    else if (/^\s*rollback/.test(text)) session.changes = undefined
    else if (/^\s*commit/.test(text)) {
      const { changes = [] } = session
      session.changes = undefined
      for (const change of changes) change()
    } else if (text.includes('pg_try_advisory_lock'))
      return rows([{ yes: this.#lock(session, String(second)), last: this.#table(second).records.length }])
    else if (text.includes('pg_advisory_unlock')) {
      this.#locks.delete(String(second))
      return rows([{ yes: session.locks.delete(String(second)) }])
    } else if (text.includes('insert into skill_state.sessions '))
      return rows([{ id: this.#begun(String(first)).id }])
    else if (text.includes('insert into skill_state.session_records'))
      return this.#append(
        session,
        text,
        this.#table(first),
        Number(second),
        third as string[],
        fourth as string[],
      )
    else if (text.includes('insert into skill_state.session_results'))
      this.#keep(session, this.#table(first), values)
    else if (text.includes('from skill_state.session_results')) {
      const content = this.#table(first).results.get(String(second))
      return rows(content === undefined ? [] : [{ content }])
    } else if (text.includes('from skill_state.sessions where name = $1')) {
      const found = this.#sessions.get(String(first))
      return rows(found ? this.#tail(found, Number(second)) : [])
    } else throw new Error(`the simulated server does not know this statement: ${text}`)
    return rows([])
  }

  #lock(session: Session, key: string): boolean {
    const holder = this.#locks.get(key)
    if (holder !== undefined && holder !== session) return false
    this.#locks.set(key, session)
    session.locks.add(key)
    return true
  }

  #begun(name: string): Table {
    const found = this.#sessions.get(name)
    if (found) return found
    const made = { id: this.#sessions.size + 1, records: [], results: new Map<string, string>() }
    this.#sessions.set(name, made)
    return made
  }

  #table(id: unknown): Table {
    const found = [...this.#sessions.values()].find((table) => table.id === id)
    if (found === undefined) throw Object.assign(new Error('no such session'), { code: '23503' })
    return found
  }

  #append(
    session: Session,
    text: string,
    { records }: Table,
    last: number,
    bodies: readonly string[],
    chains: readonly string[],
  ): Answer {
    // A statement that does not ask for the last number relies on the primary key alone.
    if (text.includes('coalesce(max(seq)') && records.length !== last) return { rows: [], rowCount: 0 }
    const write = (): void => {
      if (records.length > last) throw Object.assign(new Error('duplicate key'), { code: '23505' })
      for (const [at, body] of bodies.entries()) records[last + at] = { body, chain: chains[at] ?? '' }
    }
    change(session, write)
    return { rows: [], rowCount: bodies.length }
  }

  #keep(session: Session, { results }: Table, [, handles, contents]: readonly unknown[]): void {
    const write = (): void => {
      for (const [at, handle] of (handles as string[]).entries())
        results.set(handle, (contents as string[])[at] ?? '')
    }
    change(session, write)
  }

  #tail({ id: session, records }: Table, earlier: number): readonly object[] {
    const all = records.map((record, at) => ({ session, seq: at + 1, ...record }))
    if (all.length === 0) return [{ session, seq: null }]
    const base = all.findLast(({ body }) => /^{"(open|snapshot|undone|migrated)"/.test(body))
    const first = (base?.seq ?? 0) - earlier
    return all.filter(({ seq }) => seq === 1 || seq >= first)
  }
}

/** Changes a table: in a transaction once it commits, otherwise at once. */
function change({ changes }: Session, write: () => void): void {
  if (changes) changes.push(write)
  else write()
}

function gone(): Error {
  return Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
}
