import { equals } from './compare.ts'
import { repr } from './text/repr.ts'
import type { PythonDict, PythonValue, ReadonlyDict, ReadonlyValue } from './value.ts'
import { isDict, isList, PythonError, typeName } from './value.ts'

/** Python's `value[key]`, errors and negative indices included; of several keys `value[key][key]`. */
export function getItem(value: PythonValue, ...keys: readonly ReadonlyValue[]): PythonValue
export function getItem(value: ReadonlyValue, ...keys: readonly ReadonlyValue[]): ReadonlyValue
export function getItem(value: ReadonlyValue, ...keys: readonly ReadonlyValue[]): ReadonlyValue {
  return keys.reduce(memberOf, value)
}

function memberOf(value: ReadonlyValue, key: ReadonlyValue): ReadonlyValue {
  if (isDict(value)) return dictMember(value, key)
  if (isList(value)) return listItem(value, key)
  if (typeof value === 'string') return characterOf(value, key)
  throw new PythonError('TypeError', `'${typeName(value)}' object is not subscriptable`)
}

export function iterate(value: PythonValue): readonly PythonValue[]
export function iterate(value: ReadonlyValue): readonly ReadonlyValue[]
export function iterate(value: ReadonlyValue): readonly ReadonlyValue[] {
  if (isList(value)) return value
  if (typeof value === 'string') return Array.from(value)
  if (isDict(value)) return Array.from(value.keys())
  throw new PythonError('TypeError', `'${typeName(value)}' object is not iterable`)
}

export function contains(container: ReadonlyValue, item: ReadonlyValue): boolean {
  if (isList(container)) return container.some((member) => equals(member, item))
  if (isDict(container)) return hasKey(container, item)
  if (typeof container !== 'string')
    throw new PythonError('TypeError', `argument of type '${typeName(container)}' is not iterable`)
  if (typeof item === 'string') return container.includes(item)
  throw new PythonError('TypeError', `'in <string>' requires string as left operand, not ${typeName(item)}`)
}

/** Python's `container.count(member)`, which a list and a text have: a text counts its parts, a list what is equal or the same. */
export function count(container: ReadonlyValue, member: ReadonlyValue): number {
  if (isList(container))
    return container.filter((other) => Object.is(other, member) || equals(other, member)).length
  if (typeof container === 'string' && typeof member === 'string') return container.split(member).length - 1
  throw new PythonError('AttributeError', `'${typeName(container)}' object has no attribute 'count'`)
}

export function length(value: ReadonlyValue): bigint {
  if (isList(value)) return BigInt(value.length)
  if (typeof value === 'string') return BigInt(Array.from(value).length)
  if (isDict(value)) return BigInt(value.size)
  throw new PythonError('TypeError', `object of type '${typeName(value)}' has no len()`)
}

/** What a value can find in a dict of JSON: a text itself, anything else nothing. A list or dict raises. */
export function toKey(value: ReadonlyValue): string | undefined {
  if (isList(value) || isDict(value))
    throw new PythonError('TypeError', `unhashable type: '${typeName(value)}'`)
  return typeof value === 'string' ? value : undefined
}

function hasKey(dict: ReadonlyDict, value: ReadonlyValue): boolean {
  const key = toKey(value)
  return key !== undefined && dict.has(key)
}

function dictMember(dict: ReadonlyDict, key: ReadonlyValue): ReadonlyValue {
  const text = toKey(key)
  const member = text === undefined ? undefined : dict.get(text)
  if (member === undefined) throw new PythonError('KeyError', repr(key))
  return member
}

function listItem(list: readonly ReadonlyValue[], index: ReadonlyValue): ReadonlyValue {
  const at = toIndex(index)
  if (at === undefined)
    throw new PythonError('TypeError', `list indices must be integers or slices, not ${typeName(index)}`)
  const member = list.at(at)
  if (member === undefined) throw new PythonError('IndexError', 'list index out of range')
  return member
}

function characterOf(text: string, index: ReadonlyValue): string {
  const at = toIndex(index)
  if (at === undefined)
    throw new PythonError('TypeError', `string indices must be integers, not '${typeName(index)}'`)
  const character = Array.from(text).at(at)
  if (character === undefined) throw new PythonError('IndexError', 'string index out of range')
  return character
}

function toIndex(value: ReadonlyValue): number | undefined {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value !== 'bigint') return undefined
  if (BigInt.asIntN(64, value) === value) return Number(value)
  throw new PythonError('IndexError', "cannot fit 'int' into an index-sized integer")
}

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
