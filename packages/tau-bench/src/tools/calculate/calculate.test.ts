import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Database, episodeDatabase } from '../../data/open-database.ts'
import type { PythonValue } from '../../python/value.ts'
import { calculate } from './calculate.ts'

const noDatabase: Database = episodeDatabase(new Map())

function answer(expression: PythonValue): string | undefined {
  return calculate.run(noDatabase, { expression })
}

/** What CPython 3.11.7 answers. */
const answers: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'computes as Python does': [
    ['2 + 2', '4.0'],
    ['0.1 + 0.2', '0.3'],
    ['1 - 2 - 3', '-4.0'],
    ['7 // 2', '3.0'],
    ['-7 // 2', '-4.0'],
    ['7 // -2', '-4.0'],
    ['7.5 // 2', '3.0'],
    ['-7.5 // 2', '-4.0'],
    ['0.0 // -3', '-0.0'],
    ['2 + 3 * 4', '14.0'],
    ['(2 + 3) * 4', '20.0'],
    ['8 / 2 / 2', '2.0'],
    ['2 ** 3 ** 2', '512.0'],
    ['-2 ** 2', '-4.0'],
    ['2 ** -1', '0.5'],
    ['-2 ** -3 ** 2', '-0.0'],
    ['- + - 5', '5.0'],
    ['0 * -1', '0.0'],
    ['0 * -1.0', '-0.0'],
    ['12345678901234567890 + 1', '1.2345678901234567e+19'],
    ['9007199254740993 / 3', '3002399751580331.0'],
    ['(10 ** 20 + 1) / 10 ** 5', '1000000000000000.0'],
    ['10 ** 400 / 10 ** 399', '10.0'],
    ['10 ** 22', '1e+22'],
    ['10 ** 15 + 0.5', '1000000000000000.5'],
  ],
  'rounds the exact binary value to two decimals, ties to even': [
    ['1.005', '1.0'],
    ['0.125', '0.12'],
    ['0.375', '0.38'],
    ['2.675', '2.67'],
    ['99999999.995', '100000000.0'],
    ['-0.001', '-0.0'],
    ['2.5 - 2.375', '0.12'],
  ],
  'reads numbers as Python writes them': [
    ['00', '0.0'],
    ['00.5', '0.5'],
    ['012.5', '12.5'],
    ['1.', '1.0'],
    ['.5', '0.5'],
  ],
  'refuses what is no float in the end': [
    ['()', "Error: float() argument must be a string or a real number, not 'tuple'"],
    ['(-8) ** 0.5', "Error: float() argument must be a string or a real number, not 'complex'"],
    ['(-8) ** 0.5 + 1', "Error: float() argument must be a string or a real number, not 'complex'"],
  ],
  'refuses operands of the wrong type': [
    ['1 + ()', "Error: unsupported operand type(s) for +: 'int' and 'tuple'"],
    ['() ** 2', "Error: unsupported operand type(s) for ** or pow(): 'tuple' and 'int'"],
    ['-()', "Error: bad operand type for unary -: 'tuple'"],
    ['(-8) ** 0.5 // 1', "Error: unsupported operand type(s) for //: 'complex' and 'int'"],
  ],
  'refuses calls, after their arguments': [
    ['5 (3)', "Error: 'int' object is not callable"],
    ['5.0()', "Error: 'float' object is not callable"],
    ['()()', "Error: 'tuple' object is not callable"],
    ['5(1 / 0)', 'Error: division by zero'],
  ],
  'refuses what has no value, or too large a one': [
    ['1 / 0', 'Error: division by zero'],
    ['1.0 / 0', 'Error: float division by zero'],
    ['0 // 0', 'Error: integer division or modulo by zero'],
    ['1.0 // 0', 'Error: float floor division by zero'],
    ['0 ** -1', 'Error: 0.0 cannot be raised to a negative power'],
    ['10 ** 400', 'Error: int too large to convert to float'],
    ['10 ** 400 + 1.0', 'Error: int too large to convert to float'],
    ['10 ** 400 / 3', 'Error: integer division result too large for a float'],
    ['2.0 ** 10000', "Error: (34, 'Numerical result out of range')"],
  ],
  'refuses what Python cannot read': [
    ['', 'Error: invalid syntax (<string>, line 0)'],
    ['   ', 'Error: invalid syntax (<string>, line 0)'],
    ['1 +', 'Error: invalid syntax (<string>, line 1)'],
    ['* 5', 'Error: invalid syntax (<string>, line 1)'],
    ['2 2', 'Error: invalid syntax (<string>, line 1)'],
    ['2 *** 3', 'Error: invalid syntax (<string>, line 1)'],
    ['1..2', 'Error: invalid syntax (<string>, line 1)'],
    ['1.5.2', 'Error: invalid syntax (<string>, line 1)'],
    ['.', 'Error: invalid syntax (<string>, line 1)'],
    ['5 . 5', 'Error: invalid syntax (<string>, line 1)'],
    ['1 / / 2', 'Error: invalid syntax (<string>, line 1)'],
    ['5(*)', 'Error: invalid syntax (<string>, line 1)'],
  ],
  'says which mistake it found first': [
    [
      '1 + 08',
      'Error: leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers (<string>, line 1)',
    ],
    ['(1 + 2', "Error: '(' was never closed (<string>, line 1)"],
    ['1 + 2)', "Error: unmatched ')' (<string>, line 1)"],
    [')(', "Error: unmatched ')' (<string>, line 1)"],
    ['2 2)', "Error: unmatched ')' (<string>, line 1)"],
    ['2 2 (', "Error: '(' was never closed (<string>, line 1)"],
    ['(2 2)', 'Error: invalid syntax. Perhaps you forgot a comma? (<string>, line 1)'],
    ['(2 2', "Error: '(' was never closed (<string>, line 1)"],
    ['((2 2) 3)', 'Error: invalid syntax. Perhaps you forgot a comma? (<string>, line 1)'],
    ['(2 2) )', "Error: unmatched ')' (<string>, line 1)"],
    ['5(2 2)', 'Error: invalid syntax. Perhaps you forgot a comma? (<string>, line 1)'],
    ['2 (**', "Error: '(' was never closed (<string>, line 1)"],
  ],
}

describe.each(Object.entries(answers))('%s', (_words, rows) => {
  test.each(rows)('%j', (expression, expected) => {
    expect(answer(expression)).toBe(expected)
  })
})

test.each(['...', '(*5)', '(**5)', '5(*3)', '5(**3)'])('%s is not read', (expression) => {
  expect(answer(expression)).toBe('Error: invalid syntax (<string>, line 1)')
})

describe('limits of the interpreter', () => {
  test.each([
    ['200 parentheses', `${'('.repeat(200)}1${')'.repeat(200)}`, '1.0'],
    ['201 parentheses', '('.repeat(201), 'Error: too many nested parentheses (<string>, line 1)'],
    ['a long sum', Array(2900).fill('1').join('+'), '2900.0'],
    ['many signs', `${'-'.repeat(2900)}5`, '5.0'],
    ['an infinite float', `${'9'.repeat(400)}.`, 'inf'],
    ['no number', `${'9'.repeat(400)}.-${'9'.repeat(400)}.`, 'nan'],
    ['zeros without end', '0'.repeat(5000), '0.0'],
  ])('%s', (_words, expression, expected) => {
    expect(answer(expression)).toBe(expected)
  })

  test('an int of more than 4300 digits cannot be read', () => {
    expect(answer('9'.repeat(4301))).toContain('(4300 digits) for integer string conversion: value has 4301')
    expect(answer(`${'9'.repeat(4301)} 2)`)).toBe("Error: unmatched ')' (<string>, line 1)")
  })

  test.each(['9 ** 9 ** 9', '(9 ** 15000) * (9 ** 15000)', '2 ** 10 ** 30', '0 - 9 ** 9 ** 9'])(
    '%s is not worked out',
    (expression) => {
      expect(answer(expression)).toBe('Error: int too large to convert to float')
    },
  )

  test.each([
    ['1 ** 9 ** 30', '1.0'],
    ['0 ** 9 ** 30', '0.0'],
    ['(-1) ** (9 ** 30 - 1)', '1.0'],
    ['5 ** 0', '1.0'],
  ])('%s is no large power', (expression, expected) => {
    expect(answer(expression)).toBe(expected)
  })
})

describe('arguments that are no text', () => {
  const notText = 'Error: eval() arg 1 must be a string, bytes or code object'
  const invalid = 'Error: invalid characters in expression'

  test.each<[PythonValue, string]>([
    [['1', '+', '1'], notText],
    [['01', '', '+-*'], notText],
    [[], notText],
    [new Map([['1', null]]), notText],
    [['1+1'], invalid],
    [new Map([['__proto__', null]]), invalid],
    ['1e3', invalid],
    ['1,000 + 1', invalid],
    ['２+２', invalid],
  ])('%o', (expression, expected) => {
    expect(answer(expression)).toBe(expected)
  })

  test.each<[PythonValue, string]>([
    [5n, "'int' object is not iterable"],
    [5.5, "'float' object is not iterable"],
    [null, "'NoneType' object is not iterable"],
    [true, "'bool' object is not iterable"],
    [['1', 1n], "'in <string>' requires string as left operand, not int"],
  ])('%o raises', (expression, message) => {
    expect(() => answer(expression)).toThrow(expect.objectContaining({ type: 'TypeError', message }))
  })
})

const ints = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })

test('any expression has an answer', () => {
  const expressions = fc.stringMatching(/^[0-9+*/(). -]{0,40}$/)
  const known = /^(Error: .*|-?\d+\.\d{1,2}|-?\d(\.\d+)?e\+\d{2,3}|-?inf|nan)$/
  fc.assert(
    fc.property(expressions, (expression) => {
      expect(answer(expression)).toMatch(known)
    }),
  )
})

test('ints are exact', () => {
  fc.assert(
    fc.property(ints, ints, ints, (a, b, c) => {
      expect(answer(`(${a}) * (${b}) - (${c}) - (${a * b - c - 7n})`)).toBe('7.0')
    }),
  )
})

test('what a floor division leaves has the sign of the divisor and is smaller', () => {
  fc.assert(
    fc.property(ints, ints, (a, b) => {
      fc.pre(b !== 0n)
      expect(answer(`(${a} - (${b}) * (${a} // (${b}))) // (${b})`)).toBe('0.0')
    }),
  )
})

test('sums of cents are exact', () => {
  const cents = fc.integer({ min: 0, max: 10 ** 9 })
  const dollars = (value: number): string => (value / 100).toFixed(2)
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      expect(Number(answer(`${dollars(a)} + ${dollars(b)}`))).toBe((a + b) / 100)
    }),
  )
})
