import { reasonOf } from '@skill-state/protocol'
import { type Database, type DatabaseBase, episodeDatabase, toTable } from '../../data/open-database.ts'
import { hashDatabase } from '../../hash/database-hash.ts'
import { copyValue, isDict, type PythonDict, type PythonValue } from '../../python/index.ts'
import type { Hashes } from '../world.ts'
import { withNotes } from './json-style.ts'

/** The tables of the official model, in its order; those that the file lacks are empty. */
const tables =
  'users accounts debit_cards referrals credit_card_applications user_discoverable_tools user_discoverable_tool_calls verification_history credit_card_transaction_history cash_back_disputes bank_account_transaction_history credit_card_accounts agent_discoverable_tools task_config human_transfer_requests transaction_disputes credit_card_orders debit_card_orders credit_card_closure_reasons credit_card_account_flags credit_limit_increase_requests payment_history debit_card_disputes'.split(
    ' ',
  )

export interface BankData {
  open(): Database
  hashes(database: Database): Hashes
}

export function toBankData(value: PythonValue): BankData {
  if (!isDict(value)) throw new TypeError('tables by their name are expected')
  const foreign = [...value.keys()].find((name) => !tables.includes(name))
  if (foreign !== undefined) throw new TypeError(`there is no table ${foreign} in version 1.0.1`)
  const base: DatabaseBase = new Map(tables.map((name) => [name, rowsOf(name, value.get(name))]))
  const styles = withNotes(new Map(tables.map((name) => [name, notesOf(value.get(name))])))
  return {
    open: () => episodeDatabase(base),
    hashes: (database) => ({
      official: hashDatabase(database, styles.official),
      canonical: hashDatabase(database, styles.canonical),
    }),
  }
}

function rowsOf(name: string, table: PythonValue | undefined) {
  if (table === undefined) return new Map()
  try {
    return toTable((isDict(table) ? table.get('data') : table) ?? null)
  } catch (error) {
    throw new TypeError(`table ${name}: ${reasonOf(error)}`)
  }
}

function notesOf(table: PythonValue | undefined): string {
  const notes = table !== undefined && isDict(table) ? table.get('notes') : undefined
  return typeof notes === 'string' ? notes : ''
}

/** Merges rows into the tables: an object into an object, anything else replaces; what is new goes last. */
export function mergeData(database: Database, data: PythonDict): void {
  for (const [name, table] of data) {
    const rows = isDict(table) ? table.get('data') : undefined
    if (!tables.includes(name) || rows === undefined || !isDict(rows)) continue
    for (const [key, row] of rows) if (isDict(row)) mergeRow(database, name, key, row as PythonDict)
  }
}

function mergeRow(database: Database, table: string, key: string, row: PythonDict): void {
  const own = database.table(table).edit(key)
  if (own === undefined) database.table(table).set(key, copyValue(row) as PythonDict)
  else mergeInto(own, row)
}

function mergeInto(target: PythonDict, source: PythonDict): void {
  for (const [key, value] of source) {
    const there = target.get(key)
    if (there instanceof Map && value instanceof Map) mergeInto(there, value)
    else target.set(key, copyValue(value))
  }
}
