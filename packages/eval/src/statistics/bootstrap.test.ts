import { describe, expect, test } from 'vitest'
import { bootstrapMean, randomIndex } from './bootstrap.ts'

const skewed = [0, 0, 1, 1, 2, 3, 5, 8, 13, 21]

describe('the bootstrap of a mean', () => {
  test('agrees with the distribution of all 10^10 resamples', () => {
    // Worked out as a convolution: percentiles 1.9 and 9.8; z0 = 0.0717 and a = 0.0713 make BCa 2.4 and 11.1.
    const result = bootstrapMean(skewed, { resamples: 99_999 })
    if ('untested' in result) throw new Error(result.untested)
    expect(result).toMatchObject({ values: 10, resamples: 99_999 })
    for (const [found, exact] of [
      [result.percentiles[0], 1.9],
      [result.percentiles[1], 9.8],
      [result.interval[0], 2.4],
      [result.interval[1], 11.1],
    ] as const)
      expect(Math.abs(found - exact)).toBeLessThan(0.11)
  })
  test('is the same for the same seed, and another for another', () => {
    expect(bootstrapMean(skewed, { seed: 7 })).toEqual(bootstrapMean(skewed, { seed: 7 }))
    expect(bootstrapMean(skewed, { seed: 7, resamples: 99 })).not.toEqual(
      bootstrapMean(skewed, { seed: 8, resamples: 99 }),
    )
  })
  test('is refused, with the reason, where it is not defined or too narrow', () => {
    expect(bootstrapMean([])).toEqual({ values: 0, untested: 'fewer than ten values' })
    expect(bootstrapMean(skewed.slice(1))).toEqual({ values: 9, untested: 'fewer than ten values' })
    expect(bootstrapMean(skewed.map(() => 0.1))).toEqual({ values: 10, untested: 'all values equal' })
  })
})

describe('the random numbers', () => {
  test('fall on each place about as often', () => {
    const draw = randomIndex(0)
    const counts = [0, 0, 0, 0, 0, 0, 0]
    for (let drawn = 0; drawn < 70_000; drawn += 1) {
      const place = draw(7)
      counts[place] = (counts[place] ?? Number.NaN) + 1
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500)
  })
})
