import type { SessionPlace } from '@skill-state/agent'
import type { JournalStore, StoredRecord } from '@skill-state/core/journal'
import { SkillStateError } from '@skill-state/protocol'

type Row = Record<string, unknown>

/** The storage of a Durable Object with SQLite, as Cloudflare's types have it. */
export interface ObjectStorage {
  readonly sql: { exec(query: string, ...values: (string | number | null)[]): { toArray(): Row[] } }
  transactionSync<T>(work: () => T): T
  setAlarm(at: number): Promise<void>
  deleteAlarm(): Promise<void>
}

export interface ObjectState {
  readonly storage: ObjectStorage
}

/** UTF-16 units of a row: at three bytes each they stay below Cloudflare's 2 MB, which the local runtime does not check. */
const MAX_ROW_CHARS = 600_000

/** Rows that a reader takes at once. */
const PAGE = 200

/** The journal and the long results of a session in the SQLite of its object. Writes are durable before anything leaves the object. */
export function objectPlace(storage: ObjectStorage): SessionPlace {
  const { sql } = storage
  sql.exec(
    'CREATE TABLE IF NOT EXISTS journal (seq INTEGER, part INTEGER, body TEXT, chain TEXT, PRIMARY KEY (seq, part))',
  )
  sql.exec(
    'CREATE TABLE IF NOT EXISTS results (handle TEXT, part INTEGER, text TEXT, PRIMARY KEY (handle, part))',
  )
  let last = Number(sql.exec('SELECT coalesce(max(seq), 0) AS last FROM journal').toArray()[0]?.last)
  let isOpen = true
  const check = (): void => {
    if (!isOpen)
      throw new SkillStateError('journal-misuse', 'the journal of the object is closed: open it again')
  }
  const read = function* (order: 'ASC' | 'DESC'): Generator<StoredRecord> {
    check()
    const [first, end] = [order === 'ASC' ? 1 : last, order === 'ASC' ? last : 1]
    const step = order === 'ASC' ? PAGE : -PAGE
    for (let from = first; order === 'ASC' ? from <= end : from >= end; from += step) {
      const to = from + step + (order === 'ASC' ? -1 : 1)
      const query = `SELECT seq, body, chain FROM journal WHERE seq BETWEEN ? AND ? ORDER BY seq ${order}, part`
      yield* joined(sql.exec(query, Math.min(from, to), Math.max(from, to)).toArray())
    }
  }
  const journal: JournalStore = {
    tornBytes: 0,
    append({ body, chain }) {
      check()
      storage.transactionSync(() => {
        for (const [part, text] of partsOf(body).entries())
          sql.exec(
            'INSERT INTO journal (seq, part, body, chain) VALUES (?, ?, ?, ?)',
            last + 1,
            part,
            text,
            chain,
          )
      })
      last += 1
    },
    forward: () => read('ASC'),
    backward: () => read('DESC'),
    close() {
      isOpen = false
    },
  }
  return {
    journal,
    results: {
      keep(handle, text) {
        storage.transactionSync(() => {
          sql.exec('DELETE FROM results WHERE handle = ?', handle)
          for (const [part, piece] of partsOf(text).entries())
            sql.exec('INSERT INTO results (handle, part, text) VALUES (?, ?, ?)', handle, part, piece)
        })
      },
      read(handle) {
        const rows = sql.exec('SELECT text FROM results WHERE handle = ? ORDER BY part', handle).toArray()
        return rows.length === 0 ? undefined : rows.map(({ text }) => String(text)).join('')
      },
    },
    close: () => journal.close(),
  }
}

function partsOf(text: string): readonly string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length || from === 0; from += MAX_ROW_CHARS)
    parts.push(text.slice(from, from + MAX_ROW_CHARS))
  return parts
}

function* joined(rows: readonly Row[]): Generator<StoredRecord> {
  for (let at = 0; at < rows.length; ) {
    const { seq, chain } = rows[at] ?? {}
    let body = ''
    for (; rows[at]?.seq === seq && at < rows.length; at += 1) body += String(rows[at]?.body)
    yield { body, chain: String(chain) }
  }
}
