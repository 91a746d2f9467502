import { expect, test } from 'vitest'
import { clusteredMean } from './clusters.ts'

test('each cluster counts once', () => {
  // Means 1, 0.5, 0: mean 0.5, standard deviation 0.5.
  const result = clusteredMean([[1, 1, 1, 1], [1, 0], [0]])
  expect(result).toMatchObject({ mean: 0.5, clusters: 3, values: 7 })
  expect(result?.standardError).toBeCloseTo(0.5 / Math.sqrt(3), 12)
})

test('copies of a value tell nothing new: the standard error stays, the design effect says so', () => {
  const values = [0, 1, 1, 0, 1, 0, 0, 1, 1, 1]
  const alone = clusteredMean(values.map((value) => [value]))
  const copied = clusteredMean(values.map((value) => [value, value, value]))
  expect(copied?.standardError).toBeCloseTo(alone?.standardError ?? Number.NaN, 12)
  expect(alone?.designEffect).toBeCloseTo(1, 12)
  // Of 30 values in 10 clusters: 3 · (30 − 1) / 30 · 10 / (10 − 1).
  expect(copied?.designEffect).toBeCloseTo((3 * 29 * 10) / (30 * 9), 12)
})

test('what is not defined is absent', () => {
  expect(clusteredMean([[], []])).toBeUndefined()
  expect(clusteredMean([[1, 0]])).toEqual({ mean: 0.5, clusters: 1, values: 2 })
  expect(clusteredMean([[1], [1]])).toEqual({ mean: 1, clusters: 2, values: 2, standardError: 0 })
})

test('rounding has no design effect', () => {
  const values = [0.3 - 0.2, 0.2 - 0.1, 0.4 - 0.3]
  const { designEffect, standardError } = clusteredMean(values.map((value) => [value, value])) ?? {}
  expect({ designEffect, standardError }).toEqual({ designEffect: undefined, standardError: 0 })
  const nothing = clusteredMean([[0.1 + 0.2 - 0.3], [0], [0]], 0.3)
  expect(nothing).toMatchObject({ standardError: 0 })
  expect(nothing?.designEffect).toBeUndefined()
})
