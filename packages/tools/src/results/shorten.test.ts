import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shorten, windowOf } from './shorten.ts'

describe('parts of a result', () => {
  const texts = fc.string({ unit: 'grapheme', minLength: 600, maxLength: 3_000 })
  test('law: are never too long, and are parts', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 500, max: 700 }), fc.nat(599), (text, most, from) => {
        const [window = '', ...rest] = windowOf(text, 'result-12', from, most).split(/(?<=^\[[^\]]*\]\n)/)
        expect(window.length + rest.join('').length).toBeLessThanOrEqual(most)
        expect(text.includes(rest.join(''))).toBe(true)
        if (text.length > most) expect(shorten(text, 'result-12', most).length).toBeLessThanOrEqual(most)
      }),
    )
  })
})
