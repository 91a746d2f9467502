import { expect, test } from 'vitest'
import type { PythonValue } from '../value.ts'
import { dumps } from './dumps.ts'

test.each<[PythonValue, string]>([
  [null, 'null'],
  [[true, false], '[true, false]'],
  [[], '[]'],
  [new Map(), '{}'],
  [[247, 247n, 0.1, -0, 1e22, 1e-5], '[247.0, 247, 0.1, -0.0, 1e+22, 1e-05]'],
  [[Number.NaN, Infinity, -Infinity], '[NaN, Infinity, -Infinity]'],
  [
    new Map<string, PythonValue>([
      ['10', 1n],
      ['2', ['a']],
    ]),
    '{"10": 1, "2": ["a"]}',
  ],
  ['"\\/\b\f\n\r\t\0\x7f', '"\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u007f"'],
  ['é\u2028😀\ud800', '"\\u00e9\\u2028\\ud83d\\ude00\\ud800"'],
])('case %# as json.dumps writes it', (value, text) => {
  expect(dumps(value)).toBe(text)
})
