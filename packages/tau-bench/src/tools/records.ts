import type { Table } from '../database.ts'
import { toKey } from '../python/containers.ts'
import { PythonError } from '../python/python-error.ts'
import { repr } from '../python/text/repr.ts'
import type { PythonDict, ReadonlyDict, ReadonlyValue } from '../python/value.ts'

/** The record under a key of any type; a list or dict as key raises, as Python cannot hash it. */
export function findRecord(table: Table, key: ReadonlyValue): ReadonlyDict | undefined {
  const text = toKey(key)
  return text === undefined ? undefined : table.get(text)
}

/** The record under a key, for reading. Raises `KeyError` if there is none. */
export function getRecord(table: Table, key: ReadonlyValue): ReadonlyDict {
  return found(findRecord(table, key), key)
}

/** The record under a key, to be changed in place. Raises `KeyError` if there is none. */
export function editRecord(table: Table, key: ReadonlyValue): PythonDict {
  const text = toKey(key)
  return found(text === undefined ? undefined : table.edit(text), key)
}

function found<Record>(record: Record | undefined, key: ReadonlyValue): Record {
  if (record === undefined) throw new PythonError('KeyError', repr(key))
  return record
}
