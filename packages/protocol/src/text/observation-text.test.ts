import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capObservation, fold, longestCapped } from './observation-text.ts'

const texts = fc.string({ unit: 'binary', maxLength: 400, size: 'max' })
const runs = { numRuns: 500 }

describe('capObservation', () => {
  it('keeps head and tail, and says how much is missing', () => {
    expect(capObservation(`${'a'.repeat(100)}${'b'.repeat(100)}`, 60)).toBe(
      'aaaaaaaaaaaaaaa\n[… 171 characters left out …]\nbbbbbbbbbbbbbb',
    )
  })

  it.each([
    ['short', 5],
    ['short', Infinity],
    ['', 0],
  ])('leaves %j under a cap of %s as it is', (text, most) => {
    expect(capObservation(text, most)).toBe(text)
  })

  it('keeps nothing but the line if the cap is smaller than it', () => {
    expect(capObservation('0123456789', 1)).toBe('\n[… 10 characters left out …]\n')
  })

  it.each([-1, Number.NaN])('rejects the cap %s', (most) => {
    expect(() => capObservation('x', most)).toThrow(expect.objectContaining({ code: 'invalid-option' }))
  })

  it('law: never exceeds the cap from 60 on, nor ever what longestCapped says', () => {
    const law = fc.property(texts, fc.double({ min: 0, max: 300, noNaN: true }), (text, most) => {
      const { length } = capObservation(text, most)
      expect(length).toBeLessThanOrEqual(longestCapped(most))
      if (most >= 60) expect(length).toBeLessThanOrEqual(most)
    })
    fc.assert(law, runs)
  })

  it('law: keeps whole characters from both ends, and counts what it left out', () => {
    const law = fc.property(texts, fc.nat(300), (text, most) => {
      fc.pre(text.length > most)
      const capped = capObservation(text, most)
      expect(capped.isWellFormed()).toBe(text.isWellFormed())
      const [, head = '', missing = '', tail = ''] =
        /^(.*)\n\[… ([0-9]+) characters left out …\]\n(.*)$/su.exec(capped) ?? []
      expect(text.startsWith(head)).toBe(true)
      expect(text.endsWith(tail)).toBe(true)
      expect(head.length + Number(missing) + tail.length).toBe(text.length)
    })
    fc.assert(law, runs)
  })
})

it('folds at every end of a line', () => {
  expect(fold('a\r\nb\rc\u2028d\u2029e\u0085f\u000bg\fh')).toBe(
    'a\r\n> b\r> c\u2028> d\u2029> e\u0085> f\u000b> g\f> h',
  )
})

it('law: a folded text keeps to its cap, and what follows the gap begins no line', () => {
  const lines = fc.array(fc.constantFrom('\n', '\r\n', 'a', 'heading: ', '😀'), { maxLength: 300 })
  const law = fc.property(lines, fc.integer({ min: 60, max: 200 }), (parts, most) => {
    const folded = fold(parts.join(''), most)
    expect(folded.length).toBeLessThanOrEqual(most)
    expect(folded).toBe(fold(capObservation(parts.join(''), most, 'folded')))
    for (const [, line] of folded.matchAll(/(?:\r\n|\n|\r)([^\r\n]*)/g)) expect(line).toMatch(/^> /)
  })
  fc.assert(law, runs)
})
