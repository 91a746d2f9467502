import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capped } from './capped.ts'

test('keeps the head and the tail, and counts what is between', () => {
  expect(capped('abcdef', 6)).toBe('abcdef')
  expect(capped('abcdefghij', 5)).toBe('abc\n(… 5 characters are left out here …)\nij')
})

test('law: whole characters of both ends, and every character is shown or counted', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '𝄞') })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 20 }), (whole, most) => {
      const shown = capped(whole, most)
      const [, head, missing, tail] =
        /^(.*)\n\(… (\d+) characters are left out here …\)\n(.*)$/.exec(shown) ?? []
      if (head === undefined || tail === undefined) expect(shown).toBe(whole)
      else {
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true)
        expect(head.length + tail.length + Number(missing)).toBe(whole.length)
        expect(head.length + tail.length).toBeLessThanOrEqual(most)
        expect((head + tail).isWellFormed()).toBe(true)
      }
    }),
  )
})
