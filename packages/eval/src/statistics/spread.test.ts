import { expect, test } from 'vitest'
import { spread } from './spread.ts'

test('mean and sample standard deviation', () => {
  expect(spread([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({ mean: 5, sd: Math.sqrt(32 / 7), n: 8 })
  expect(spread([3])).toEqual({ mean: 3, n: 1 })
  expect(spread([])).toBeUndefined()
})

test('values near the largest number have a mean and a spread too', () => {
  expect(spread([1e308, 1e308, 1e308])).toEqual({ mean: 1e308, sd: 0, n: 3 })
  const { mean, sd } = spread([1e308, -1e308, 0]) ?? {}
  expect(mean).toBe(0)
  expect((sd ?? 0) / 1e308).toBeCloseTo(1, 12)
  expect(spread([Number.MAX_VALUE, -Number.MAX_VALUE])).toEqual({ mean: 0, sd: Number.MAX_VALUE, n: 2 })
})

test('values that only rounding tells apart have no spread', () => {
  expect(spread([0.1, 0.1, 0.1])?.sd).toBe(0)
  expect(spread([0.3 - 0.2, 0.2 - 0.1])?.sd).toBe(0)
  expect(spread([1e-17, 0], 1)?.sd).toBe(0)
  expect(spread([1e-17, 0])?.sd).toBeGreaterThan(0)
})
