import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finite } from '../../../test/arbitrary.ts'
import type { PythonValue } from '../value.ts'
import { formatFloat, repr } from './repr.ts'

test.each<[number, string]>([
  [0, '0.0'],
  [-0, '-0.0'],
  [247, '247.0'],
  [29.299999999999955, '29.299999999999955'],
  [1e15, '1000000000000000.0'],
  [9999999999999998, '9999999999999998.0'],
  [1e16, '1e+16'],
  [1.5e22, '1.5e+22'],
  [1e100, '1e+100'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [-1.25e-7, '-1.25e-07'],
  [5e-324, '5e-324'],
  [Number.NaN, 'nan'],
  [Infinity, 'inf'],
  [-Infinity, '-inf'],
])('the float %d is written %s', (value, text) => {
  expect(formatFloat(value)).toBe(text)
})

test('a float reads back as itself and never looks like an int', () => {
  fc.assert(
    fc.property(finite, (value) => {
      expect(Number(formatFloat(value))).toBe(value)
      expect(formatFloat(value)).toMatch(/[.e]/)
    }),
  )
})

test.each<[PythonValue, string]>([
  ["it's", `"it's"`],
  ['say "it\'s"', `'say "it\\'s"'`],
  ['"', `'"'`],
  ['\\\n\r\t\0\x7f', "'\\\\\\n\\r\\t\\x00\\x7f'"],
  ['é ｾ 😀', "'é ｾ 😀'"],
  ['\u00a0\u00ad\u200b\u2028\ud800\ue000\u{e0001}', "'\\xa0\\xad\\u200b\\u2028\\ud800\\ue000\\U000e0001'"],
  [[null, true, false, 1n, 1, []], '[None, True, False, 1, 1.0, []]'],
  [
    new Map<string, PythonValue>([
      ['b', 1n],
      ['a', new Map()],
    ]),
    "{'b': 1, 'a': {}}",
  ],
])('case %# as Python shows it', (value, text) => {
  expect(repr(value)).toBe(text)
})
