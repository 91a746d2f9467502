import { expect, it } from 'vitest'
import { exponent } from './exponent.ts'

it.each([1, 1.5, 2])('finds the exponent %d', (power) => {
  const points = [1_000, 3_000, 10_000].map((horizon) => ({ horizon, total: 7 * horizon ** power }))
  expect(exponent(points)).toBeCloseTo(power, 10)
})
