import { expect, test } from 'vitest'
import { contains, getItem, iterate, length, toKey } from './containers.ts'
import type { PythonValue } from './value.ts'
import { PythonError, type PythonErrorType } from './value.ts'

const record: PythonValue = new Map([['a', 1n]])

test.each<[PythonValue, PythonValue]>([
  [getItem(record, 'a'), 1n],
  [getItem(['x', 'y'], -1n), 'y'],
  [getItem(['x', 'y'], true), 'y'],
  [getItem('a😀b', 1n), '😀'],
  [[...iterate('a😀')], ['a', '😀']],
  [[...iterate(record)], ['a']],
  [contains('abc', 'bc'), true],
  [contains('abc', ''), true],
  [contains([1n, 2n], 2), true],
  [contains(record, 'a'), true],
  [contains(record, 1n), false],
  [length('😀'), 1n],
  [length(record), 1n],
  [length([]), 0n],
])('%s is %s', (found, wanted) => {
  expect(found).toEqual(wanted)
})

test('only a text is a key', () => {
  expect(toKey('a')).toBe('a')
  expect(toKey(1n)).toBeUndefined()
  expect(toKey(null)).toBeUndefined()
})

test.each<[PythonErrorType, string, () => unknown]>([
  ['KeyError', "'b'", () => getItem(record, 'b')],
  ['KeyError', '1.0', () => getItem(record, 1)],
  ['TypeError', "unhashable type: 'list'", () => getItem(record, [])],
  ['TypeError', "unhashable type: 'dict'", () => contains(record, record)],
  ['TypeError', 'list indices must be integers or slices, not str', () => getItem([], 'a')],
  ['TypeError', "string indices must be integers, not 'str'", () => getItem('a', 'a')],
  ['TypeError', "'NoneType' object is not subscriptable", () => getItem(null, 'a')],
  ['IndexError', 'list index out of range', () => getItem([], 0n)],
  ['IndexError', 'string index out of range', () => getItem('', 0n)],
  ['IndexError', "cannot fit 'int' into an index-sized integer", () => getItem('', 2n ** 63n)],
  ['TypeError', "'int' object is not iterable", () => iterate(1n)],
  ['TypeError', "argument of type 'float' is not iterable", () => contains(1, 1n)],
  ['TypeError', "'in <string>' requires string as left operand, not int", () => contains('a', 1n)],
  ['TypeError', "object of type 'NoneType' has no len()", () => length(null)],
])('%s: %s', (type, message, operate) => {
  expect(operate).toThrow(new PythonError(type, message))
})
