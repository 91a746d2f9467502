import { toKey } from '../python/containers.ts'
import { PythonError } from '../python/python-error.ts'
import { typeName } from '../python/type-name.ts'
import type { PythonDict, PythonList, PythonValue, ReadonlyValue } from '../python/value.ts'

/** Python's `target[key] = value` with a text as key. */
export function setItem(target: PythonValue, key: string, value: PythonValue): void {
  toDict(target).set(key, value)
}

/** Python's `del target[key]` of a key that is there. */
export function deleteItem(target: PythonValue, key: ReadonlyValue): void {
  const text = toKey(key)
  if (text !== undefined) toDict(target).delete(text)
}

/** Python's `target.append(value)`. */
export function append(target: PythonValue, value: PythonValue): void {
  toList(target, 'append').push(value)
}

/** Python's `target.extend(values)`. */
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
