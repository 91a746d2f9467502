import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { memorySessions, type SessionStore } from '@skill-state/agent'
import { fileSessions } from '@skill-state/agent/files'
import { sqliteSessions } from '@skill-state/agent/sqlite'
import { chainOf, type StoredRecord } from '@skill-state/core/journal'
import { postgresSessions } from '@skill-state/postgres/sessions'
import { Disk } from './disk.ts'
import { Server } from './server.ts'
import { Killed, type Process, type World } from './world.ts'

export const kinds = ['memory', 'file', 'sqlite', 'postgres-like'] as const
export type Kind = (typeof kinds)[number]

/** Where the session of a schedule is kept, seen from outside. */
export interface Place {
  /** The store as a process uses it. */
  storeOf(process: Process): SessionStore
  /** What is safe. */
  records(): readonly StoredRecord[]
  /** Gives free what a process held that is gone. */
  release(process: Process): void
  /** Whether the process may believe that the session is its own. */
  isHolder(process: Process): boolean
  readonly disk?: Disk | undefined
  readonly server?: Server | undefined
  readonly close: () => void
}

/** The name of the session. */
export const SESSION = 'a'

export function placeOf(kind: Kind, world: World): Place {
  switch (kind) {
    case 'memory':
      return inMemory()
    case 'file':
      return inFile(world)
    case 'sqlite':
      return inSqlite(world)
    case 'postgres-like':
      return onServer(world)
  }
}

/** Processes are session objects of one process, so none is killed. */
function inMemory(): Place {
  const store = memorySessions()
  return {
    storeOf: () => store,
    records: () => store.read(SESSION) as readonly StoredRecord[],
    release: () => {},
    isHolder: () => true,
    close: () => {},
  }
}

function inFile(world: World): Place {
  const disk = new Disk(world)
  const file = `${SESSION}.jsonl`
  let [bytes, known]: [Buffer, readonly StoredRecord[]] = [Buffer.alloc(0), []]
  return {
    disk,
    storeOf: (process) => fileSessions(disk.folderOf(process), { sync: true }),
    records: () => {
      const now = disk.read(file)
      if (now !== bytes) [bytes, known] = [now, recordsIn(now)]
      return known
    },
    release: (process) => disk.release(process),
    isHolder: () => disk.locks,
    close: disk.install(),
  }
}

/** The records of a file, read from the first line on: a line that follows none before it came second. */
function recordsIn(bytes: Buffer): readonly StoredRecord[] {
  const records: StoredRecord[] = []
  const lines = bytes.toString('utf8').split('\n').slice(0, -1)
  for (const line of lines) {
    const [, start = '', chain = ''] = /^(.*),"chain":"([^"]*)"}$/.exec(line) ?? []
    const record = { body: `${start}}`, chain }
    if (chain !== '' && chainOf(records.at(-1)?.chain ?? '', record.body) === chain) records.push(record)
  }
  return records
}

/** The database is a real file, since SQLite keeps its own promises; locks and long results are on the simulated disk. */
function inSqlite(world: World): Place {
  const root = mkdtempSync(join(tmpdir(), 'skill-state-simulate-'))
  mkdirSync(join(root, 'shared'))
  const disk = new Disk(world, `${root}/`)
  const remove = disk.install()
  const opened = new Map<DatabaseSync, Process | undefined>()
  const prototype = DatabaseSync.prototype as {
    prepare: (this: DatabaseSync, sql: string) => StatementSync
  }
  const { prepare } = prototype
  // A process that was killed writes nothing more, and closes nothing.
  prototype.prepare = function (sql) {
    const owner = opened.get(this) ?? disk.entered
    opened.set(this, owner)
    const statement = prepare.call(this, sql)
    const run = statement.run.bind(statement)
    statement.run = (...values: never[]) => {
      if (owner?.isAlive === false) throw new Killed()
      return run(...values)
    }
    return statement
  }
  let reader: DatabaseSync | undefined
  const known: StoredRecord[] = []
  return {
    disk,
    storeOf: (process) => {
      const folder = join(root, process.name)
      if (!existsSync(folder)) symlinkSync(join(root, 'shared'), folder)
      return sqliteSessions(disk.folderOf(process))
    },
    records: () => {
      try {
        reader ??= new DatabaseSync(join(root, 'shared', `${SESSION}.sqlite`), { readOnly: true })
        const rows = reader
          .prepare('SELECT body, chain FROM journal WHERE seq > ? ORDER BY seq')
          .all(known.length)
        for (const { body, chain } of rows) known.push({ body: String(body), chain: String(chain) })
      } catch {
        reader = undefined // there is no such database yet
      }
      return known
    },
    release: (process) => disk.release(process),
    isHolder: () => disk.locks,
    close: () => {
      prototype.prepare = prepare
      for (const database of opened.keys()) if (database.isOpen) database.close()
      remove()
      rmSync(root, { recursive: true })
    },
  }
}

function onServer(world: World): Place {
  const server = new Server(world)
  return {
    server,
    storeOf: (process) => postgresSessions(server.connect(process)),
    records: () => server.records(SESSION),
    release: (process) => server.release(process),
    isHolder: (process) => server.isHolder(process),
    close: () => {},
  }
}
