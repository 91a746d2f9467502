import type { Table } from '../data/open-database.ts'
import type { PythonDict, PythonList, PythonValue, ReadonlyDict, ReadonlyValue } from '../python/index.ts'
import { PythonError, repr, toKey, typeName } from '../python/index.ts'

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

export function setItem(target: PythonValue, key: string, value: PythonValue): void {
  toDict(target).set(key, value)
}

export function deleteItem(target: PythonValue, key: ReadonlyValue): void {
  const text = toKey(key)
  if (text !== undefined) toDict(target).delete(text)
}

export function append(target: PythonValue, value: PythonValue): void {
  toList(target, 'append').push(value)
}

export function extend(target: PythonValue, values: readonly PythonValue[]): void {
  const list = toList(target, 'extend')
  for (const value of values) list.push(value)
}

function toDict(value: PythonValue): PythonDict {
  if (value instanceof Map) return value
  const message = Array.isArray(value)
    ? 'list indices must be integers or slices, not str'
    : `'${typeName(value)}' object does not support item assignment`
  throw new PythonError('TypeError', message)
}

function toList(value: PythonValue, method: 'append' | 'extend'): PythonList {
  if (Array.isArray(value)) return value
  throw new PythonError('AttributeError', `'${typeName(value)}' object has no attribute '${method}'`)
}
