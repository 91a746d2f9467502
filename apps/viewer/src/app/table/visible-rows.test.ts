import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scrollTo, visibleRows } from './visible-rows.ts'

test('what is drawn fills the box, and it and the gaps are as high as all rows', () => {
  fc.assert(
    fc.property(
      fc.nat(20_000),
      fc.nat(700_000),
      fc.integer({ min: 1, max: 3000 }),
      (count, scrolled, height) => {
        const { from, to, above, below } = visibleRows(count, scrolled, height)
        expect(above + (to - from) * 30 + below).toBe(count * 30)
        expect(to - from).toBeLessThanOrEqual(Math.ceil(height / 30) + 26)
        const inSight = Math.min(count * 30, scrolled + height)
        expect(to * 30).toBeGreaterThanOrEqual(inSight)
        expect(from * 30).toBeLessThanOrEqual(Math.max(0, scrolled))
      },
    ),
  )
})

test('a row in sight is not scrolled to, another one is brought to the nearer edge', () => {
  expect(scrollTo(5, 100, 300)).toBe(100)
  expect(scrollTo(1, 100, 300)).toBe(30)
  expect(scrollTo(20, 100, 300)).toBe(330)
})
