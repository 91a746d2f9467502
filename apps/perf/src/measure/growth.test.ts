import { expect, it } from 'vitest'
import { exponent } from './growth.ts'

it.each([1, 1.5, 2])('finds the exponent %d', (power) => {
  expect(exponent([1_000, 3_000, 10_000].map((size) => [size, 7 * size ** power]))).toBeCloseTo(power, 10)
})
