import type { Database } from '../../data/open-database.ts'
import { dictOf, type PythonValue, type ReadonlyDict, type ReadonlyValue, toKey } from '../../python/index.ts'
import { findRecord } from '../../tools/records.ts'

// What a tool answers when it stops early, the environment counts as an answer, not as an error.
export { Refusal, refuse } from '../../tool.ts'

/** The date that every banking task takes place on, and the time in milliseconds. */
export const today = '11/14/2025'
export const midnight: number = Date.UTC(2025, 10, 14)
export const now: number = Date.UTC(2025, 10, 14, 3, 40)

/** The bank of one episode: its database, and what the agent has unlocked. */
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

  rows(table: string): readonly (readonly [string, ReadonlyDict])[] {
    return Array.from(this.database.table(table).entries())
  }

  /** Sets fields of a row; false if there is no such row. */
  update(table: string, key: ReadonlyValue, fields: Readonly<Record<string, PythonValue>>): boolean {
    const text = toKey(key)
    const row = text === undefined ? undefined : this.database.table(table).edit(text)
    for (const [field, value] of Object.entries(fields)) row?.set(field, value)
    return row !== undefined
  }

  /** Adds a row; false if there is one with this key. */
  add(table: string, key: string, fields: Readonly<Record<string, PythonValue>>): boolean {
    const rows = this.database.table(table)
    if (rows.get(key) !== undefined) return false
    rows.set(key, dictOf(fields))
    return true
  }
}

/** Python's `row.get(field, missing)`. */
export function get(row: ReadonlyDict, field: string, missing: ReadonlyValue = null): ReadonlyValue {
  const value = row.get(field)
  return value === undefined ? missing : value
}
