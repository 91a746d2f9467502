import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { opencode } from './formats/opencode.ts'
import type { Entry, Source } from './session.ts'

/** The tables of the first layout. No other table is opened: some hold credentials. */
const TABLES = ['message', 'part', 'session'] as const

/** The sessions of `opencode*.db`, each read in the order of its messages. Throws if the file is no such database. */
export function databaseSessions(file: string): readonly Source[] {
  return withDatabase(file, (database) => {
    if (!hasTables(database, TABLES)) {
      if (hasTables(database, ['session_message'])) return []
      throw Object.assign(new Error('not a database of opencode'), { code: 'NO_SESSIONS' })
    }
    const ids = database.prepare('select id from session order by time_created, id').all()
    return ids.map(({ id }) => ({
      file: `${file}#${String(id)}`,
      format: opencode,
      entries: () => rowEntries(file, String(id)),
    }))
  })
}

/** Sessions of opencode 2 in a database. How it keeps them is not known well enough to read them. */
export function unreadSessions(file: string): number {
  return withDatabase(file, (database) => {
    if (!hasTables(database, ['session_message'])) return 0
    return Number(
      database.prepare('select count(distinct session_id) as count from session_message').get()?.count,
    )
  })
}

function hasTables(database: DatabaseSync, tables: readonly string[]): boolean {
  const query = `select count(*) as count from sqlite_master where type = 'table' and name in ('${tables.join("','")}')`
  return database.prepare(query).get()?.count === tables.length
}

async function* rowEntries(file: string, session: string): AsyncGenerator<Entry> {
  const rows = withDatabase(file, (database) => ({
    head: database.prepare('select id, version, directory from session where id = ?').get(session),
    ids: database
      .prepare('select id from message where session_id = ? order by time_created, id')
      .all(session)
      .map(({ id }) => String(id)),
  }))
  yield { record: { info: { ...(rows.head as JsonObject) } } }
  for (const id of rows.ids) {
    yield withDatabase(file, (database) => {
      const message = database.prepare('select data from message where id = ?').get(id)
      const parts = database.prepare('select id, data from part where message_id = ? order by id').all(id)
      const info = parsed(message?.data)
      if (info === undefined) return { damage: 'a message row is not JSON' }
      return { record: { info: { id, ...info }, parts: parts.map(({ data }) => parsed(data) ?? null) } }
    })
  }
}

const IF_ANY = { throwIfNoEntry: false } as const

function withDatabase<T>(file: string, use: (database: DatabaseSync) => T): T {
  // Loaded here, since the module prints a warning in some versions of Node.
  const sqlite = createRequire(import.meta.url)('node:sqlite') as typeof import('node:sqlite')
  const url = pathToFileURL(file)
  // Else SQLite would leave files of its own beside a database that no program has open.
  const isOpen = ['-wal', '-journal'].some((end) => (statSync(`${file}${end}`, IF_ANY)?.size ?? 0) > 0)
  if (!isOpen) url.searchParams.set('immutable', '1')
  const database = new sqlite.DatabaseSync(url, { readOnly: true, timeout: 500 })
  try {
    return use(database)
  } finally {
    database.close()
  }
}

function parsed(data: unknown): JsonObject | undefined {
  try {
    const value: JsonValue = typeof data === 'string' ? (JSON.parse(data) as JsonValue) : null
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether a folder is `storage/message/<session>` of an older opencode. */
export function isMessageFolder(folder: string): boolean {
  const messages = dirname(folder)
  return (
    basename(messages) === 'message' &&
    basename(dirname(messages)) === 'storage' &&
    existsSync(join(dirname(messages), 'session'))
  )
}

/** A session in the tree of JSON files of an older opencode. */
export function storedSession(folder: string): Source {
  const storage = dirname(dirname(folder))
  const entries = async function* (): AsyncGenerator<Entry> {
    for (const name of readdirSync(join(storage, 'session'), { recursive: true, encoding: 'utf8' })) {
      if (basename(name) === `${basename(folder)}.json`)
        yield { record: { info: fileIn(join(storage, 'session', name)) ?? {} } }
    }
    for (const name of jsonFiles(folder)) {
      const info = fileIn(join(folder, name))
      const parts = join(storage, 'part', name.slice(0, -'.json'.length))
      if (info === undefined) yield { damage: 'a message file is not JSON' }
      else {
        const found = existsSync(parts) ? jsonFiles(parts) : []
        yield { record: { info, parts: found.map((part) => fileIn(join(parts, part)) ?? null) } }
      }
    }
  }
  return { file: folder, format: opencode, entries }
}

function jsonFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
}

const fileIn = (path: string): JsonObject | undefined => parsed(readFileSync(path, 'utf8'))
