import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finderIn, occursIn, wordsOf } from './occurrence.ts'

describe('a value occurs in a text', () => {
  test.each<[string, string, boolean]>([
    ['19122', 'zip 19122.', true],
    ['19122', '191225', false],
    ['19122', '191225 or 19122', true],
    ['W9999', 'W99990000', false],
    ['x_1000', 'x_1000_2000', false],
    ['1234.5', '1234.50', false],
    ['12345', '12345-6', true],
    ['№ 7788', '№ 7788', true],
    ['7788', '№ 7788', true],
    ['#W12', 'a#W12', true],
    ['#W12', '#W123', false],
    ['Zoë', 'Zoëx', true],
    ['abcd', 'ABCD', false],
    ['', 'anything', false],
  ])('%s in %s: %s', (value, text, expected) => {
    expect(occursIn(value, text)).toBe(expected)
  })
})

test('the index finds a value in exactly the texts in which it occurs', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '1', '_', ' ', '-', 'ö', '#'), maxLength: 12 })
  fc.assert(
    fc.property(fc.array(text), fc.array(text), fc.array(text), (texts, known, others) => {
      const find = finderIn(texts, wordsOf(known))
      for (const value of [...known, ...others]) {
        expect(find(value)).toEqual(texts.flatMap((each, at) => (occursIn(value, each) ? [at] : [])))
      }
    }),
  )
})
