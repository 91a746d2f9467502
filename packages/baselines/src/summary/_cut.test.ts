import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cut } from './summarise.ts'

it.each([
  ['as it is', 8, 'as it is'],
  ['as it is', 7, 'as it'],
  ['one\ntwo\nthree', 9, 'one\ntwo'],
  ['one\ntwo\nthree', 7, 'one\ntwo'],
  ['Facts:\nall in one long line', 20, 'Facts:\nall in one'],
  ['unbroken', 3, 'unb'],
  ['ab\u{1F4E6}cd', 3, 'ab'],
  ['ab\u{1F4E6}cd', 4, 'ab\u{1F4E6}'],
])('%j to %i', (text, longest, expected) => {
  expect(cut(text, longest)).toBe(expected)
})

it('never gives more than was asked for, and nothing but the beginning', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, longest) => {
      const head = cut(text, longest)
      expect(head.length).toBeLessThanOrEqual(longest)
      expect(text.startsWith(head)).toBe(true)
      expect(head.isWellFormed()).toBe(true)
    }),
  )
})
