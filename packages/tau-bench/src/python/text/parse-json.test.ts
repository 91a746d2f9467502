import fc from 'fast-check'
import { expect, test } from 'vitest'
import { value } from '../../../test/arbitrary.ts'
import { dumps } from './dumps.ts'
import { parsePythonJson } from './parse-json.ts'

test('what is written is read back, key order and kind of number included', () => {
  fc.assert(
    fc.property(value, (original) => {
      const text = dumps(original)
      const read = parsePythonJson(text)
      expect(read).toEqual(original)
      expect(dumps(read)).toBe(text)
    }),
  )
})

test('whatever JSON.parse reads is read, and nothing else but the three words', () => {
  const json = fc.oneof(
    fc.json(),
    fc.string({ unit: fc.constantFrom(...Array.from('[]{},:"\\ \n0123.eE+-truefalsn')) }),
  )
  fc.assert(
    fc.property(json, (text) => {
      expect(reads(parsePythonJson, text)).toBe(reads(JSON.parse, text))
    }),
    { numRuns: 1000 },
  )
})

test('ints and floats stay apart', () => {
  expect(parsePythonJson('[250, 250.0, -0, -0.0, 1e2, 12345678901234567890]')).toEqual([
    250n,
    250,
    0n,
    -0,
    100,
    12345678901234567890n,
  ])
})

test('of a key that comes twice the last value counts, at the first place', () => {
  expect([...(parsePythonJson('{"a": 1, "2": 2, "1": 3, "a": 4}') as Map<string, unknown>)]).toEqual([
    ['a', 4n],
    ['2', 2n],
    ['1', 3n],
  ])
})

test('the words that only Python takes are read', () => {
  expect(parsePythonJson('[NaN, Infinity, -Infinity, 1e999]')).toEqual([
    Number.NaN,
    Infinity,
    -Infinity,
    Infinity,
  ])
})

test('an error names what was expected and where', () => {
  expect(() => parsePythonJson('{"a": 1,\n "b" 2}')).toThrow(
    new SyntaxError("Expecting ':' delimiter: line 2 column 6 (char 14)"),
  )
  expect(() => parsePythonJson('[1] 2')).toThrow(new SyntaxError('Extra data: line 1 column 5 (char 4)'))
  expect(() => parsePythonJson('')).toThrow(new SyntaxError('Expecting value: line 1 column 1 (char 0)'))
  expect(() => parsePythonJson('["a')).toThrow(
    new SyntaxError('Unterminated string starting at: line 1 column 2 (char 1)'),
  )
})

test('hostile text ends in an error, not in a full stack or a long wait', () => {
  expect(() => parsePythonJson('['.repeat(1_000_000))).toThrow(SyntaxError)
  expect(() => parsePythonJson('{"a":'.repeat(1_000_000))).toThrow(SyntaxError)
  expect(() => parsePythonJson('9'.repeat(1_000_000))).toThrow(SyntaxError)
})

function reads(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text)
    return true
  } catch {
    return false
  }
}

test('rejects a byte order mark in words of its own', () => {
  expect(() => parsePythonJson('\ufeff{}')).toThrow(
    new SyntaxError('Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)'),
  )
})

test('counts characters in an error, not UTF-16 units', () => {
  expect(() => parsePythonJson('["😀" 1]')).toThrow(
    new SyntaxError("Expecting ',' delimiter: line 1 column 6 (char 5)"),
  )
})

test('reads each number as a float if told so', () => {
  expect(parsePythonJson('[1, -0, 2.5, 1e400]', { intsAsFloats: true })).toEqual([1, -0, 2.5, Infinity])
})
