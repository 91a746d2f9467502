import { expect, test } from 'vitest'
import { growthExponent } from './growth.ts'

test('the exponent of a power law is found', () => {
  expect(growthExponent([10, 100, 1000].map((x) => [x, 3 * x ** 2] as const))).toBeCloseTo(2, 10)
  const oneHorizon = [10, 10].map((x, index) => [x, index + 5] as const)
  expect(growthExponent(oneHorizon)).toBeUndefined()
  const nothing = [10, 20].map((x, index) => [x, index * 6] as const)
  expect(growthExponent(nothing)).toBeUndefined()
})
