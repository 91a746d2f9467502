import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable, printableJson, printableLine } from './printable.ts'

const HOSTILE = 'a\u001b[31m\u202eb\u009b2J\u200b\rc\n\td\ud800'

test('replaces what a terminal obeys or a reader cannot see, and keeps line ends and tabs', () => {
  expect(printable(HOSTILE)).toBe('a\uFFFD[31m\uFFFDb\uFFFD2J\uFFFD\uFFFDc\n\td\uFFFD')
  expect(printable('a\r\nb')).toBe('a\r\nb')
  expect(printableLine('a\r\n b\u001b')).toBe('a b\uFFFD')
})

test('JSON has no such character and loses nothing', () => {
  const text = fc.oneof(fc.constant(HOSTILE), fc.constant('\u{e0001}'), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(text, (each) => {
      const json = printableJson({ [each]: [each] })
      expect(json).toBe(printable(json))
      expect(JSON.parse(json)).toEqual({ [each]: [each] })
    }),
  )
})
