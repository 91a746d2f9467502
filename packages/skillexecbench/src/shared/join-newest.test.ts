import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinNewest } from './facts.ts'

test.each([
  [11, 'aa, bbb, cc'],
  [10, 'bbb, cc'],
  [7, 'bbb, cc'],
  [6, 'cc'],
  [2, 'cc'],
  [1, ''],
  [0, ''],
  [-5, ''],
  [Number.POSITIVE_INFINITY, 'aa, bbb, cc'],
])('in %d characters', (maxChars, text) => {
  expect(joinNewest(['aa', 'bbb', 'cc'], ', ', maxChars)).toBe(text)
})

test('joins the longest run from the end that fits', () => {
  const texts = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 10 })
  fc.assert(
    fc.property(
      texts,
      fc.constantFrom(' ', ', ', '\n'),
      fc.integer({ min: -3, max: 60 }),
      (all, by, most) => {
        const runs = all.map((_, from) => all.slice(from).join(by))
        expect(joinNewest(all, by, most)).toBe(runs.find(({ length }) => length <= most) ?? '')
      },
    ),
  )
})
