import fc from 'fast-check'
import { expect, test } from 'vitest'
import { value } from '../../test/arbitrary.ts'
import { equals, isTruthy } from './compare.ts'
import { copyValue } from './containers.ts'
import type { PythonValue } from './value.ts'

test.each<[PythonValue, PythonValue, boolean]>([
  [1n, 1, true],
  [1n, true, true],
  [0, false, true],
  [-0, 0n, true],
  [2n ** 53n + 1n, 2 ** 53, false],
  [10n ** 400n, Infinity, false],
  [Number.NaN, Number.NaN, false],
  ['1', 1n, false],
  [null, false, false],
  [[], new Map(), false],
  [[1n, 'a'], [1, 'a'], true],
  [[1n], [1n, 2n], false],
  [new Map([['a', 1n]]), new Map([['a', 1]]), true],
  [new Map([['a', null]]), new Map([['b', null]]), false],
])('%s == %s is %s', (left, right, equal) => {
  expect(equals(left, right)).toBe(equal)
  expect(equals(right, left)).toBe(equal)
})

test('a value equals its copy, whatever the order of keys', () => {
  fc.assert(
    fc.property(value, (original) => {
      expect(equals(original, copyValue(original))).toBe(true)
      if (original instanceof Map) expect(equals(original, new Map([...original].reverse()))).toBe(true)
    }),
  )
})

test.each<[PythonValue, boolean]>([
  [null, false],
  [false, false],
  [0n, false],
  [-0, false],
  ['', false],
  [[], false],
  [new Map(), false],
  [Number.NaN, true],
  ['0', true],
  [[null], true],
  [new Map([['a', null]]), true],
])('the truth of %s is %s', (value, truth) => {
  expect(isTruthy(value)).toBe(truth)
})
