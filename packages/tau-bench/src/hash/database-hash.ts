import { createHash } from 'node:crypto'
import type { BaseTable, Database } from '../data/open-database.ts'
import { compareText } from '../python/index.ts'
import { canonicalStyle, officialStyle, spellEntry, type TextStyle } from './text-style.ts'

/** The official `get_data_hash()`: SHA-256 of Python's text. The order of keys does not count; 250 and 250.0 differ. */
export function officialHash(database: Database): string {
  return hashDatabase(database, officialStyle)
}

/** SHA-256 of the database's JSON with sorted keys: coarser than the official one, as 250 and 250.0 are the same. */
export function canonicalHash(database: Database): string {
  return hashDatabase(database, canonicalStyle)
}

export function hashDatabase(database: Database, style: TextStyle): string {
  const hash = createHash('sha256').update(style.open)
  const tables = Array.from(database.base).sort(byKey)
  for (const [index, [name, table]] of tables.entries()) {
    const entries = entriesOf(table, database.changes(name), style)
    const around = style.table?.(name)
    hash.update(
      (index === 0 ? '' : style.separator) + style.beginEntry(name) + (around?.open ?? '') + style.open,
    )
    hash.update(entries.join(style.separator))
    hash.update(style.close(entries.length) + (around?.close ?? '') + style.endEntry)
  }
  return hash.update(style.close(tables.length)).digest('hex')
}

const byKey = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number =>
  compareText(left, right)

type Entry = readonly [key: string, text: string]

const known = new WeakMap<TextStyle, WeakMap<BaseTable, readonly Entry[]>>()

/** The entries of an unchanged table, sorted by key. Spelled once per style: a table that was read is never changed. */
function baseEntries(table: BaseTable, style: TextStyle): readonly Entry[] {
  const ofStyle = known.get(style) ?? new WeakMap<BaseTable, readonly Entry[]>()
  known.set(style, ofStyle)
  const entries = ofStyle.get(table) ?? spell(table, style).sort(byKey)
  ofStyle.set(table, entries)
  return entries
}

function spell(table: BaseTable, style: TextStyle): Entry[] {
  return Array.from(table, ([key, record]) => [key, spellEntry(style, key, record)] as const)
}

/** The texts of the entries of a table with its changed and added records. */
function entriesOf(table: BaseTable, changes: BaseTable, style: TextStyle): readonly string[] {
  const base = baseEntries(table, style)
  const all =
    changes.size === 0
      ? base
      : [...base.filter(([key]) => !changes.has(key)), ...spell(changes, style)].sort(byKey)
  return all.map(([, text]) => text)
}
