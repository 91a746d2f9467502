import { join } from 'node:path'
import { isDict, type PythonValue, parsePythonJson, type ReadonlyDict, typeName } from '../python/index.ts'
import type { BaseTable, DatabaseBase } from './open-database.ts'
import { readData } from './read-data.ts'

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
