import { expect, test } from 'vitest'
import { spread } from './spread.ts'

test('mean and sample standard deviation', () => {
  expect(spread([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({ mean: 5, sd: Math.sqrt(32 / 7), n: 8 })
  expect(spread([3])).toEqual({ mean: 3, n: 1 })
  expect(spread([])).toBeUndefined()
})
