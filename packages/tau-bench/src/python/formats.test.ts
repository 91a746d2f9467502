import { describe, expect, test } from 'vitest'
import { daysBetween, parseDate } from './date.ts'
import { bind, PythonError } from './index.ts'
import { attempt, toFloat, toInt, words } from './numbers.ts'
import { dumpsIndented, f, fixed, isDigits, joined, titled } from './text/format.ts'

test.each([
  [0.125, '0.12'],
  [1.005, '1.00'],
  [2.675, '2.67'],
  [-0.001, '-0.00'],
  [-0, '-0.00'],
  [1e22, '10000000000000000000000.00'],
  [Number.POSITIVE_INFINITY, 'inf'],
  [25n, '25.00'],
  [true, '1.00'],
] as const)("f'{%s:.2f}' is %s", (value, text) => {
  expect(fixed(value)).toBe(text)
})

test('what cannot be formatted raises in the words of CPython', () => {
  expect(() => fixed('x')).toThrow("Unknown format code 'f' for object of type 'str'")
  expect(() => fixed(null)).toThrow('unsupported format string passed to NoneType.__format__')
  expect(() => joined(['a', 5n])).toThrow('sequence item 1: expected str instance, int found')
})

test('an f-string writes each value as str does', () => {
  expect(f`${null} ${true} ${25} ${2n} ${['a', 1]} ${'x'}`).toBe("None True 25.0 2 ['a', 1.0] x")
  expect(titled('goods_services')).toBe('Goods Services')
  expect(dumpsIndented(new Map([['a', [1n, []]]]), String)).toBe('{\n  a: [\n    1,\n    []\n  ]\n}')
})

describe('float() and int()', () => {
  test.each([
    [' 1_0.5 ', 10.5],
    ['.5', 0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['-Infinity', Number.NEGATIVE_INFINITY],
    ['٣', 3],
    ['𝟘𝟙', 1],
    ['\u20035\u0085', 5],
  ])('float(%j) is %d', (text, number) => {
    expect(toFloat(text)).toBe(number)
  })

  test.each(['', '1__0', '_1', '1,000', '0x1', '.', 'e5', '1 2', '1..2', '\u001c5'])(
    'float(%j) raises',
    (text) => {
      expect(attempt(() => toFloat(text))).toBeUndefined()
    },
  )

  test('int truncates, and raises other errors for infinity than for NaN', () => {
    expect([toInt(-2.9), toInt(' +12 '), toInt(true)]).toEqual([-2n, 12n, 1n])
    expect(() => toInt(Number.NaN)).toThrow(
      new PythonError('ValueError', 'cannot convert float NaN to integer'),
    )
    expect(() => attempt(() => toInt(Number.POSITIVE_INFINITY))).toThrow(
      'cannot convert float infinity to integer',
    )
    expect(() => toInt('9'.repeat(4301))).toThrow('Exceeds the limit (4300 digits)')
  })
})

test('digits of all scripts are digits, and white space is what Python splits at', () => {
  expect([isDigits('12'), isDigits('²'), isDigits('٣'), isDigits('½'), isDigits('')]).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect(words('a\u001cb\u00a0c\u200bd')).toEqual(['a', 'b', 'c\u200bd'])
})

test('dates may lack zeros, and must exist', () => {
  const day = parseDate('9/1/2025', '%m/%d/%Y')
  expect(daysBetween(day, parseDate('09/03/2025 03:40:00', '%m/%d/%Y %H:%M:%S'))).toBe(2)
  expect(attempt(() => parseDate('02/30/2025', '%m/%d/%Y'))).toBeUndefined()
  expect(() => parseDate(5n, '%m/%d/%Y')).toThrow('strptime() argument 1 must be str, not int')
})

test('arguments bind as CPython binds them', () => {
  const signature = { parameters: ['a', 'b', 'c'], defaults: { c: 7n } }
  const bound = (object: object) => bind('T.f', signature, new Map(Object.entries(object)), 'self')
  expect(bound({ b: 1n, a: null })).toEqual({ a: null, b: 1n, c: 7n })
  expect(() => bound({})).toThrow("T.f() missing 2 required positional arguments: 'a' and 'b'")
  expect(() => bound({ z: 1, self: 2 })).toThrow("T.f() got an unexpected keyword argument 'z'")
  expect(() => bound({ self: 2 })).toThrow("T.f() got multiple values for argument 'self'")
})
