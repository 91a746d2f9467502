import { expect, test } from 'vitest'
import { defaultSchema } from './default-schema.ts'
import { likelyStateChars } from './likely-size.ts'

test('takes lists, maps and texts for half full', () => {
  const text = { type: 'string', maxLength: 40 }
  expect(likelyStateChars(text)).toBe(22)
  expect(likelyStateChars({ type: 'array', items: text, maxItems: 4 })).toBe(2 + 2 * 24)
  expect(likelyStateChars({ enum: ['a', 'long'] })).toBe(6)
  expect(likelyStateChars({ type: 'object', properties: { ab: text } })).toBe(2 + 8 + 22)
})

test('is far below the bound for the default state', () => {
  expect(likelyStateChars(defaultSchema)).toBeGreaterThan(2_000)
  expect(likelyStateChars(defaultSchema)).toBeLessThan(6_000)
})
