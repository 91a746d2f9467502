import { createHash } from 'node:crypto'
import type { Database } from '../../data/open-database.ts'
import type { Callable, MakeCallable, PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/index.ts'
import { dictOf, equals, f, makerOf, PythonError, toKey } from '../../python/index.ts'
import { Refusal, refuse } from '../../tool.ts'
import { findRecord } from '../../tools/records.ts'

// What a tool answers when it stops early, the environment counts as an answer, not as an error.
export { Refusal, refuse }

/** `throw refusal`…``: a tool stops early, and answers with this Python f-string. */
export function refusal(...text: Parameters<typeof f>): Refusal {
  return new Refusal(f(...text))
}

/** A tool of the bank. It answers with text, throws a refusal, and raises as the official one raises. */
export interface BankTool extends Callable<Bank, string> {
  /** The class that CPython names in its errors, if it is not the one of the tool's side. */
  readonly owner?: string
}

export const tool: MakeCallable<Bank, string> = makerOf()

/** The date that every banking task takes place on, and the time in milliseconds. */
export const today = '11/14/2025'
export const midnight: number = Date.UTC(2025, 10, 14)
export const now: number = Date.UTC(2025, 10, 14, 3, 40)

export class Bank {
  readonly database: Database
  /** Discoverable tools that only read, whose calls are logged all the same. */
  readonly loggedReads: ReadonlySet<string>
  readonly unlocked: Set<string> = new Set()

  constructor(database: Database, loggedReads: ReadonlySet<string>) {
    this.database = database
    this.loggedReads = loggedReads
  }

  /** The row for reading. Raises for a key that Python cannot hash. */
  row(table: string, key: ReadonlyValue): ReadonlyDict | undefined {
    return findRecord(this.database.table(table), key)
  }

  /** All rows, or those of which a field has a value. */
  rows(table: string, field?: string, value: ReadonlyValue = null): (readonly [string, ReadonlyDict])[] {
    const rows = Array.from(this.database.table(table).entries())
    return field === undefined ? rows : rows.filter(([, row]) => equals(get(row, field), value))
  }

  update(table: string, key: ReadonlyValue, fields: Readonly<Record<string, PythonValue>>): boolean {
    const text = toKey(key)
    const row = text === undefined ? undefined : this.database.table(table).edit(text)
    for (const [field, value] of Object.entries(fields)) row?.set(field, value)
    return row !== undefined
  }

  /** Adds a row; false if there is one with this key. */
  add(table: string, key: string, fields: Readonly<Record<string, PythonValue>>): boolean {
    const isNew = this.database.table(table).get(key) === undefined
    if (isNew) this.put(table, key, fields)
    return isNew
  }

  /** Adds a row, or replaces the one with its key in its place. */
  put(table: string, key: string, fields: Readonly<Record<string, PythonValue>>): void {
    this.database.table(table).set(key, dictOf(fields))
  }
}

/** Python's `row.get(field, missing)`. */
export function get(row: ReadonlyDict, field: string, missing: ReadonlyValue = null): ReadonlyValue {
  const value = row.get(field)
  return value === undefined ? missing : value
}

/** The first `length` hex digits of the SHA-256 of a text, of which the bank makes its ids. */
export function idOf(seed: string, length = 16): string {
  requireEncodable(seed)
  return createHash('sha256').update(seed).digest('hex').slice(0, length)
}

const surrogates = /[\ud800-\udfff]+/u

/** Half a character has no UTF-8: Python raises. */
function requireEncodable(text: string): void {
  const found = surrogates.exec(text)
  if (found === null) return
  const from = Array.from(text.slice(0, found.index)).length
  const to = from + found[0].length - 1
  const code = found[0].charCodeAt(0).toString(16)
  const where =
    to === from ? `character '\\u${code}' in position ${from}` : `characters in position ${from}-${to}`
  throw new PythonError('ValueError', `'utf-8' codec can't encode ${where}: surrogates not allowed`)
}
