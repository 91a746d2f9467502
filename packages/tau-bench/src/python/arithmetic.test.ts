import { expect, test } from 'vitest'
import { add, multiply, negate, subtract } from './arithmetic.ts'
import type { PythonValue } from './value.ts'
import { PythonError } from './value.ts'

test.each<[PythonValue, PythonValue]>([
  [add(60n, 40n), 100n],
  [add(60n, 40), 100],
  [add(true, true), 2n],
  [add('a', 'b'), 'ab'],
  [add([1n], [2n]), [1n, 2n]],
  [subtract(129.3, 100n), 129.3 - 100],
  [subtract(10n ** 30n, 1n), 10n ** 30n - 1n],
  [multiply(50n, 2), 100],
  [multiply(50n, true), 50n],
  [multiply('ab', 2n), 'abab'],
  [multiply(2n, ['a']), ['a', 'a']],
  [multiply('a', -1n), ''],
  [negate(true), -1n],
  [negate(0), -0],
  [negate(5n), -5n],
])('%s is %s', (found, wanted) => {
  expect(found).toEqual(wanted)
})

test.each<[() => unknown, string]>([
  [() => add(1n, 'a'), "unsupported operand type(s) for +: 'int' and 'str'"],
  [() => add(1n, 'a', '+='), "unsupported operand type(s) for +=: 'int' and 'str'"],
  [() => add('a', 1n), 'can only concatenate str (not "int") to str'],
  [() => add([], 'a'), 'can only concatenate list (not "str") to list'],
  [() => add(null, 1.5), "unsupported operand type(s) for +: 'NoneType' and 'float'"],
  [() => subtract(new Map(), []), "unsupported operand type(s) for -: 'dict' and 'list'"],
  [() => multiply('a', 1.5), "can't multiply sequence by non-int of type 'float'"],
  [() => multiply(null, 'a'), "can't multiply sequence by non-int of type 'NoneType'"],
  [() => multiply(null, 1n), "unsupported operand type(s) for *: 'NoneType' and 'int'"],
  [() => negate('a'), "bad operand type for unary -: 'str'"],
])('%s raises TypeError in the words of CPython', (operate, message) => {
  expect(operate).toThrow(new PythonError('TypeError', message))
})

test('what cannot be a float or a length overflows', () => {
  expect(() => add(10n ** 400n, 0.5)).toThrow(
    new PythonError('OverflowError', 'int too large to convert to float'),
  )
  expect(() => multiply('a', 10n ** 30n)).toThrow(
    new PythonError('OverflowError', "cannot fit 'int' into an index-sized integer"),
  )
})
