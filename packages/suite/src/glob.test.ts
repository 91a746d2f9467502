import fc from 'fast-check'
import { expect, test } from 'vitest'
import { glob } from './glob.ts'

test.each([
  ['t0010-*', 't0010-s42', true],
  ['t0010-*', 't0100-s42', false],
  ['*-s4?', 't0010-s42', true],
  ['a.b', 'axb', false],
  ['(a|b)+[c]', '(a|b)+[c]', true],
  ['', 'a', false],
])('%j and %j: %j', (pattern, text, matches) => {
  expect(glob(pattern)(text)).toBe(matches)
})

test('a text without wildcards names itself alone, and a star stands for anything', () => {
  const plain = fc.string().filter((text) => !/[*?]/.test(text))
  fc.assert(
    fc.property(plain, plain, plain, (a, b, c) => {
      expect(glob(a)(b)).toBe(a === b)
      expect(glob(`${a}*${c}`)(a + b + c)).toBe(true)
    }),
  )
})
