import { join } from 'node:path'
import type { PythonDict, PythonValue, ReadonlyDict } from '../python/index.ts'
import { copyDict, isDict, parsePythonJson, typeName } from '../python/index.ts'
import { readData } from './read-data.ts'

/** A file of a domain's database as it was read: records by their key. Never changed. */
export type BaseTable = ReadonlyMap<string, ReadonlyDict>
/** All files of a domain's database by their name without `.json`. Read once, shared by all episodes. */
export type DatabaseBase = ReadonlyMap<string, BaseTable>

/** The database of one episode, and what the episode made of it. No change reaches another episode. */
export interface Database {
  /** Throws if there is no such file: a fault of the tool, not of the model. */
  table(name: string): Table
  readonly base: DatabaseBase
  /** The table's records that were opened for a change, or added, since the episode began. */
  changes(name: string): ReadonlyMap<string, ReadonlyDict>
}

/** Opens a database for one episode in constant time: a record is copied only when it is first changed. */
export function episodeDatabase(base: DatabaseBase): Database {
  const tables = new Map<string, Table>()
  const table = (name: string): Table => {
    const open = tables.get(name) ?? new Table(baseTable(base, name))
    tables.set(name, open)
    return open
  }
  return { base, table, changes: (name) => tables.get(name)?.changed ?? unchanged }
}

const unchanged: ReadonlyMap<string, ReadonlyDict> = new Map()

function baseTable(base: DatabaseBase, name: string): BaseTable {
  const table = base.get(name)
  if (table === undefined)
    throw new Error(`the database has no table ${name}, only ${[...base.keys()].join(', ')}`)
  return table
}

/** One file of a domain's database as an episode sees it: records by their key, in the order of the file. */
export class Table {
  /** Replaced and added records; the added ones in the order of their coming. */
  readonly changed: Map<string, PythonDict> = new Map()
  private readonly base: BaseTable

  constructor(base: BaseTable) {
    this.base = base
  }

  /** The record as it is now, for reading. */
  get(key: string): ReadonlyDict | undefined {
    return this.changed.get(key) ?? this.base.get(key)
  }

  edit(key: string): PythonDict | undefined {
    const own = this.changed.get(key)
    if (own !== undefined) return own
    const original = this.base.get(key)
    if (original === undefined) return undefined
    const copy = copyDict(original)
    this.changed.set(key, copy)
    return copy
  }

  set(key: string, record: PythonDict): void {
    this.changed.set(key, record)
  }

  *entries(): Iterable<readonly [string, ReadonlyDict]> {
    for (const [key, record] of this.base) yield [key, this.changed.get(key) ?? record]
    for (const entry of this.changed) if (!this.base.has(entry[0])) yield entry
  }
}

export function readDatabase(folder: string, files: readonly string[]): DatabaseBase {
  return new Map(
    files.map((name) => [
      name,
      readData(join(folder, `${name}.json`), (text) => toTable(parsePythonJson(text))),
    ]),
  )
}

/** The records of a file. Throws a `TypeError` if it is not one of a database. */
export function toTable(value: PythonValue): BaseTable {
  if (!isDict(value)) throw new TypeError(`records by their key are expected, not a ${typeName(value)}`)
  const table = new Map<string, ReadonlyDict>()
  for (const [key, record] of value) {
    if (!isDict(record))
      throw new TypeError(`the record ${key} is of type ${typeName(record)}, not an object`)
    table.set(key, record)
  }
  return table
}
