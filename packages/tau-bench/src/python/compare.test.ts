import fc from 'fast-check'
import { expect, test } from 'vitest'
import { text } from '../../test/arbitrary.ts'
import { type Comparison, compare, compareText } from './compare.ts'
import type { PythonValue } from './value.ts'
import { PythonError } from './value.ts'

test.each<[PythonValue, Comparison, PythonValue, boolean]>([
  [1n, '<', 1.5, true],
  [2n ** 53n + 1n, '>', 2 ** 53, true],
  [true, '>=', 1n, true],
  [Number.NaN, '<=', 1n, false],
  ['a', '<', 'b', true],
  ['Z', '<', 'a', true],
  ['\u{1f600}', '<', '\uff5e', false],
  [[1n, 'b'], '<', [1, 'c'], true],
  [[1n], '<', [1n, 2n], true],
  [[], '>=', [], true],
])('%s %s %s is %s', (left, operator, right, holds) => {
  expect(compare(left, operator, right)).toBe(holds)
})

test.each<[PythonValue, PythonValue, string]>([
  ['a', 1n, "'<' not supported between instances of 'str' and 'int'"],
  [null, null, "'<' not supported between instances of 'NoneType' and 'NoneType'"],
  [[1n, 'a'], [1n, 2n], "'<' not supported between instances of 'str' and 'int'"],
  [new Map(), new Map(), "'<' not supported between instances of 'dict' and 'dict'"],
])('%s < %s raises', (left, right, message) => {
  expect(() => compare(left, '<', right)).toThrow(new PythonError('TypeError', message))
})

test('texts are ordered by their code points', () => {
  fc.assert(
    fc.property(text, text, (left, right) => {
      const points = (of: string) => Array.from(of, (character) => BigInt(character.codePointAt(0) ?? 0))
      expect(Math.sign(compareText(left, right))).toBe(
        Number(compare(points(left), '>', points(right))) - Number(compare(points(left), '<', points(right))),
      )
    }),
    { numRuns: 1000 },
  )
})
