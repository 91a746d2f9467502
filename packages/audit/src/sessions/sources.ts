import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { invalidOption, isJsonObject, type JsonObject } from '@skill-state/protocol'
import { bytesOf } from '../import/_files.ts'
import { Held } from '../import/_held.ts'
import { linesOf } from '../import/_lines.ts'
import { sessionFormats } from './formats/index.ts'
import { databaseSessions, isMessageFolder, storedSession } from './opencode-store.ts'
import type { Entry, SessionFormat, Source } from './session.ts'

export type Found =
  | { readonly kind: 'session'; readonly source: Source }
  /** The file is not of a known host, or cannot be read; `problem` is undefined in the first case. */
  | { readonly kind: 'other'; readonly file: string; readonly problem: string | undefined }

/** A line beyond this is damage; so is a document. */
const MOST_BYTES = 256 * 1024 * 1024

/** Files beside sessions that hold settings or secrets, and folders that hold copies of the user's files. */
const NEVER = /(?:^|[/\\])(?:auth|credentials?|account|settings[^/\\]*|config|\.[^/\\]*)\.json$/i
const SKIPPED = new Set(['node_modules', '.git', 'file-history', 'tool-results', 'memory', 'shell-snapshots'])

/** Looks at files and folders, and finds the sessions of coding agents in them. Opens nothing for writing. */
export async function* sourcesIn(paths: readonly string[]): AsyncGenerator<Found> {
  const seen = new Set<string>()
  for (const path of paths) {
    if (statSync(path, { throwIfNoEntry: false }) === undefined)
      throw invalidOption(`${path}: no such file or folder`)
    yield* foundAt(path, seen)
  }
}

/** Follows links, but visits what they lead to once. */
async function* foundAt(path: string, seen: Set<string>): AsyncGenerator<Found> {
  try {
    const real = realpathSync(path)
    if (seen.has(real)) return
    seen.add(real)
    const kind = statSync(real)
    if (kind.isFile() || isMessageFolder(path)) yield* foundIn(path)
    else if (!kind.isDirectory()) yield { kind: 'other', file: path, problem: 'not a regular file' }
    else for (const inner of pathsIn(path)) yield* foundAt(inner, seen)
  } catch (error) {
    yield { kind: 'other', file: path, problem: reasonOf(error) }
  }
}

/** The folders and the files of a folder that may hold sessions. */
function pathsIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  const names = new Set(entries.map(({ name }) => name))
  return entries.flatMap(({ name }) => {
    const path = join(folder, name)
    const isSession = /\.(?:jsonl?|ndjson|db)(?:\.(?:zst|gz))?$/i.test(name) && !NEVER.test(path)
    const isPackedTwin = /\.(?:zst|gz)$/i.test(name) && names.has(name.replace(/\.(?:zst|gz)$/i, ''))
    if (isSession && !isPackedTwin) return [path]
    return !SKIPPED.has(name) && isFolder(path) ? [path] : []
  })
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

async function* foundIn(file: string): AsyncGenerator<Found> {
  try {
    if (isMessageFolder(file)) yield { kind: 'session', source: storedSession(file) }
    else if (/\.db$/i.test(file)) {
      const { sessions, unread } = databaseSessions(file)
      for (const source of sessions) yield { kind: 'session', source }
      if (unread > 0)
        yield { kind: 'other', file, problem: `${unread} sessions of opencode 2 in it cannot be read yet` }
    } else {
      const source = /\.json$/i.test(file) ? await documentSource(file) : await linesSource(file)
      yield source === undefined ? { kind: 'other', file, problem: undefined } : { kind: 'session', source }
    }
  } catch (error) {
    yield { kind: 'other', file, problem: reasonOf(error) }
  }
}

/** What went wrong, without any text of the file. */
export function reasonOf(error: unknown): string {
  const { code, errcode } = error as NodeJS.ErrnoException & { readonly errcode?: unknown }
  if (errcode === 5) return 'is locked by another program'
  if (typeof code !== 'string') return 'cannot be read'
  return code.startsWith('Z_') || code.startsWith('ZSTD') ? 'cannot be unpacked' : `cannot be read (${code})`
}

async function linesSource(file: string): Promise<Source | undefined> {
  // A file may grow while it is read: both passes read what was there at first.
  const { size } = statSync(file)
  let looked = 0
  try {
    for await (const entry of lineEntries(file, size)) {
      const format = 'record' in entry ? formatOf(entry.record) : undefined
      if (format !== undefined) return { file, format, entries: () => lineEntries(file, size) }
      if (++looked >= 50) return undefined
    }
  } catch (error) {
    if (looked === 0) throw error
  }
  return undefined
}

function formatOf(record: JsonObject): SessionFormat | undefined {
  return sessionFormats.find((format) => format.recognises(record))
}

async function* lineEntries(file: string, size: number): AsyncGenerator<Entry> {
  let last = 0
  for await (const { number, text } of linesOf(bytesOf(file, size), MOST_BYTES)) {
    last = number
    if (text === undefined) yield { damage: `line ${number} is longer than ${MOST_BYTES} bytes` }
    else if (text.trim() !== '') yield entryOf(text, `line ${number}`)
  }
  if (last === 0) yield { damage: 'empty' }
}

function entryOf(text: string, place: string): Entry {
  try {
    const record: unknown = JSON.parse(text)
    return isJsonObject(record) ? { record } : { damage: `${place} is not an object` }
  } catch {
    return { damage: `${place} is not JSON` }
  }
}

/** An export of opencode, or an older session of Gemini CLI: one document with `messages`. */
async function documentSource(file: string): Promise<Source | undefined> {
  if (!/"(?:info|sessionId)"\s*:/.test(headOf(file)))
    return isLines(file) ? await linesSource(file) : undefined
  const { size } = statSync(file)
  if (size > MOST_BYTES) throw Object.assign(new Error('too large'), { code: 'EFBIG' })
  const read = async (): Promise<JsonObject | undefined> => {
    const held = new Held(MOST_BYTES)
    for await (const chunk of bytesOf(file, size)) held.keep(chunk)
    const entry = entryOf(held.take() ?? '', 'the document')
    return 'record' in entry ? entry.record : undefined
  }
  const document = await read()
  if (document === undefined) return isLines(file) ? await linesSource(file) : undefined
  const messages = document.messages
  if (!Array.isArray(messages)) return undefined
  const format = messages.filter(isJsonObject).map(formatOf).find(Boolean) ?? formatOf(document)
  const { messages: _, ...head } = document
  const entries = async function* (): AsyncGenerator<Entry> {
    yield { record: head }
    for (const [at, record] of messages.entries())
      yield isJsonObject(record) ? { record } : { damage: `message ${at + 1} is not an object` }
  }
  return format && { file, format, entries }
}

function headOf(file: string): string {
  const handle = openSync(file, 'r')
  try {
    const head = Buffer.alloc(4_096)
    return head.toString('utf8', 0, readSync(handle, head))
  } finally {
    closeSync(handle)
  }
}

/** Whether a file named `.json` holds a record a line. */
function isLines(file: string): boolean {
  const [first = '', second] = headOf(file).split('\n')
  return second !== undefined && 'record' in entryOf(first, '')
}
