import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoff } from './backoff.ts'

test('doubles with each failure up to the cap', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((failures) => backoff(failures, 0.5, {}))
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000])
  expect(backoff(3, 0.5, { baseMs: 10, capMs: 30 })).toBe(15)
})

test('a wait that the provider names is kept, with a little jitter', () => {
  expect(backoff(5, 0, {}, 7000)).toBe(7000)
  expect(backoff(5, 0.5, { baseMs: 100 }, 7000)).toBe(7050)
  expect(backoff(5, 0.5, {}, 0)).toBe(4000)
})

test('is never below 0 or what the provider names, nor above the cap', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), random, fc.nat(100_000), (failures, chance, asked) => {
      const wait = backoff(failures, chance, { baseMs: 500, capMs: 30_000 })
      expect(wait).toBeGreaterThanOrEqual(0)
      expect(wait).toBeLessThanOrEqual(30_000)
      expect(backoff(failures, chance, {}, asked)).toBeGreaterThanOrEqual(asked)
    }),
  )
})
