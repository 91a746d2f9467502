import { createHash } from 'node:crypto'
import type { BaseTable, EpisodeDatabase } from '../data/open-database.ts'
import { compareText, type ReadonlyDict } from '../python/index.ts'
import { officialStyle } from './official-style.ts'
import { tablePieces } from './table-pieces.ts'
import { canonicalStyle, type TextStyle } from './text-style.ts'

/**
 * What the official `get_data_hash()` gives for the database as it is now: lower-case hex SHA-256 of Python's text of
 * it. The order of keys does not count; 250 and 250.0 differ. Rewards compare this one.
 */
export function officialHash(database: EpisodeDatabase): string {
  return hashDatabase(database, officialStyle)
}

/** SHA-256 of the database's JSON with sorted keys: coarser than the official one, as 250 and 250.0 are the same. */
export function canonicalHash(database: EpisodeDatabase): string {
  return hashDatabase(database, canonicalStyle)
}

/** SHA-256 of the database's text in a style. */
export function hashDatabase(database: EpisodeDatabase, style: TextStyle): string {
  const hash = createHash('sha256')
  for (const piece of databasePieces(database, style)) hash.update(piece)
  return hash.digest('hex')
}

function* databasePieces(database: EpisodeDatabase, style: TextStyle): Iterable<Buffer | string> {
  const tables = Array.from(database.base).sort(([left], [right]) => compareText(left, right))
  let separator = style.open
  for (const [name, table] of tables) {
    const changes = database.changes(name)
    const around = style.table?.(name)
    yield separator + style.beginEntry(name) + (around?.open ?? '') + style.open
    yield* separated(tablePieces(table, changes, style), style.separator)
    yield style.close(sizeOf(table, changes)) + (around?.close ?? '') + style.endEntry
    separator = style.separator
  }
  yield style.close(tables.length)
}

function* separated(pieces: Iterable<Buffer | string>, separator: string): Iterable<Buffer | string> {
  let first = true
  for (const piece of pieces) {
    if (!first) yield separator
    yield piece
    first = false
  }
}

function sizeOf(table: BaseTable, changes: ReadonlyMap<string, ReadonlyDict>): number {
  let size = table.size
  for (const key of changes.keys()) if (!table.has(key)) size++
  return size
}
