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

/**
 * The sessions of `opencode*.db`, each read in the order of its messages; and how many it has of opencode 2, which keeps them
 * in a way that is not known well enough. Throws if the file is no such database.
 */
export function databaseSessions(file: string): {
  readonly sessions: readonly Source[]
  readonly unread: number
} {
  const database = opened(file)
  try {
    const [isFirst, isSecond] = [hasTables(database, TABLES), hasTables(database, ['session_message'])]
    if (!isFirst && !isSecond)
      throw Object.assign(new Error('not a database of opencode'), { code: 'NO_SESSIONS' })
    const ids = isFirst ? database.prepare('select id from session order by time_created, id').all() : []
    const count = 'select count(distinct session_id) as count from session_message'
    const sessions = ids.map(({ id }) => ({
      file: `${file}#${String(id)}`,
      format: opencode,
      entries: () => rowEntries(file, String(id)),
    }))
    return { sessions, unread: isSecond ? Number(database.prepare(count).get()?.count) : 0 }
  } finally {
    database.close()
  }
}

function hasTables(database: DatabaseSync, tables: readonly string[]): boolean {
  const query = `select count(*) as count from sqlite_master where type = 'table' and name in ('${tables.join("','")}')`
  return database.prepare(query).get()?.count === tables.length
}

async function* rowEntries(file: string, session: string): AsyncGenerator<Entry> {
  const database = opened(file)
  try {
    const head = database.prepare('select id, version, directory from session where id = ?').get(session)
    yield { record: { info: { ...(head as JsonObject) } } }
    const messages = 'select id, data from message where session_id = ? order by time_created, id'
    const parts = database.prepare('select data from part where message_id = ? order by id')
    for (const { id = null, data } of database.prepare(messages).all(session)) {
      const info = parsed(data)
      if (info === undefined) yield { damage: 'a message row is not JSON' }
      else {
        const read = parts.all(id).map((part) => parsed(part.data) ?? null)
        yield { record: { info: { id: String(id), ...info }, parts: read } }
      }
    }
  } finally {
    database.close()
  }
}

const IF_ANY = { throwIfNoEntry: false } as const

function opened(file: string): DatabaseSync {
  // Loaded here, since the module prints a warning in some versions of Node.
  const sqlite = createRequire(import.meta.url)('node:sqlite') as typeof import('node:sqlite')
  const url = pathToFileURL(file)
  // Else SQLite would leave files of its own beside a database that no program has open.
  const isOpen = ['-wal', '-journal'].some((end) => (statSync(`${file}${end}`, IF_ANY)?.size ?? 0) > 0)
  if (!isOpen) url.searchParams.set('immutable', '1')
  return new sqlite.DatabaseSync(url, { readOnly: true, timeout: 500 })
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
