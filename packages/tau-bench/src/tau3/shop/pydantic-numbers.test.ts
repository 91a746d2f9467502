import { expect, test } from 'vitest'
import type { ReadonlyValue } from '../../python/index.ts'
import type { Type } from './model.ts'
import { float, int } from './pydantic-numbers.ts'

/** The number, or the short name of the fault. */
function read(type: Type, value: ReadonlyValue) {
  const faults: Parameters<Type>[2] = []
  const number = type(value, [], faults)
  return faults[0]?.type ?? number
}

// What pydantic 2.13.4 answers.
test.each<[ReadonlyValue, ReadonlyValue, ReadonlyValue]>([
  [1e22, 'int_parsing_size', 1e22],
  [2 ** 63, 'int_parsing_size', 2 ** 63],
  [-(2 ** 63), 'int_parsing_size', -(2 ** 63)],
  [2 ** 63 - 1024, 2n ** 63n - 1024n, 2 ** 63 - 1024],
  [Number.POSITIVE_INFINITY, 'finite_number', Number.POSITIVE_INFINITY],
  [0.5, 'int_from_float', 0.5],
  [true, 1n, 1],
  [10n ** 400n, 10n ** 400n, 'float_type'],
  [2n ** 64n, 2n ** 64n, 2 ** 64],
  [null, 'int_type', 'float_type'],
  ['1.', 'int_parsing', 1],
  ['1.00', 1n, 1],
  ['.5', 'int_parsing', 0.5],
  ['0__01_0', 10n, 'float_parsing'],
  ['1_0', 10n, 10],
  [' 1_0', 10n, 'float_parsing'],
  ['1_.5', 'int_parsing', 1.5],
  ['1e400', 'int_parsing', Number.POSITIVE_INFINITY],
  ['\u20035\u0085', 5n, 5],
  ['\u001c5', 'int_parsing', 'float_parsing'],
  ['٣', 'int_parsing', 'float_parsing'],
  ['\ud800', 'string_unicode', 'string_unicode'],
  [`+${'9'.repeat(4300)}`, 10n ** 4300n - 1n, Number.POSITIVE_INFINITY],
  [`-${'9'.repeat(4300)}`, 'int_parsing_size', Number.NEGATIVE_INFINITY],
])('reads %s as pydantic does', (value, asInt, asFloat) => {
  expect([read(int, value), read(float, value)]).toEqual([asInt, asFloat])
})
