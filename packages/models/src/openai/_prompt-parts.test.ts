import fc from 'fast-check'
import { expect, test } from 'vitest'
import { promptParts } from './_prompt-parts.ts'

test('parts end at the breakpoints', () => {
  expect(promptParts('abcdef', [2, 4])).toEqual(['ab', 'cd', 'ef'])
})

test('the last four breakpoints count', () => {
  expect(promptParts('abcdefg', [1, 2, 3, 4, 5])).toEqual(['ab', 'c', 'd', 'e', 'fg'])
})

test('the parts are the prompt, and none is empty', () => {
  const breakpoints = fc.uniqueArray(fc.integer({ min: -2, max: 30 })).map((all) => all.sort((a, b) => a - b))
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), breakpoints, (prompt, offsets) => {
      const parts = promptParts(prompt, offsets)
      expect(parts.join('')).toBe(prompt)
      expect(parts).not.toContain('')
      expect(parts.length).toBeLessThanOrEqual(5)
    }),
  )
})
