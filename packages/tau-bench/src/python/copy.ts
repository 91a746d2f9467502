import { isList } from './type-name.ts'
import type { PythonDict, PythonValue, ReadonlyDict, ReadonlyValue } from './value.ts'

/** A copy that shares nothing that can change with the original. */
export function copyValue(value: ReadonlyValue): PythonValue {
  if (value === null || typeof value !== 'object') return value
  return isList(value) ? value.map(copyValue) : copyDict(value)
}

export function copyDict(dict: ReadonlyDict): PythonDict {
  const copy: PythonDict = new Map()
  for (const [key, member] of dict) copy.set(key, copyValue(member))
  return copy
}

export function dictOf(members: Readonly<Record<string, PythonValue>>): PythonDict {
  return new Map(Object.entries(members))
}
