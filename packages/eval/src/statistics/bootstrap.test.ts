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
  test('counts means as equal if only rounding tells them apart', () => {
    // Shares of two to nine trials: the same problem in whole numbers has the same interval.
    for (let trials = 2; trials < 10; trials += 1) {
      const draw = randomIndex(trials)
      const successes = Array.from({ length: 12 }, () => draw(trials + 1))
      const whole = bootstrapMean(successes, { resamples: 499 })
      const shares = bootstrapMean(
        successes.map((count) => count / trials),
        { resamples: 499 },
      )
      if ('untested' in whole || 'untested' in shares) throw new Error('untested')
      for (const side of [0, 1] as const)
        expect(shares.interval[side] * trials).toBeCloseTo(whole.interval[side], 9)
    }
  })
  test('has a bound of exactly 0 if only rounding sets it apart from 0', () => {
    // Differences of thirds: 1/3 as 1/3, or as 2/3 - 1/3.
    const thirds = [0, 0, 1, 1, 1, 1, -1, 1, 1, 0].map((value, index) =>
      index % 2 ? (value + 1) / 3 - 1 / 3 : value / 3,
    )
    const found = bootstrapMean(thirds, { resamples: 199 })
    if ('untested' in found) throw new Error(found.untested)
    expect([...found.interval, ...found.percentiles]).toContain(0)
  })
  test('says how skewed the values are', () => {
    // scipy.stats.skew of the same values.
    const found = bootstrapMean([1, 0, 0, 2, 1, 0, 3, 1, 0, 1, 0, 2], { resamples: 99 })
    expect(found).toMatchObject({ skewness: expect.closeTo(0.7429819229926691, 12) })
  })
  test('is rejected, with the reason, where it is not defined or too narrow', () => {
    expect(bootstrapMean([])).toEqual({ values: 0, untested: 'fewer than ten values' })
    expect(bootstrapMean(skewed.slice(1))).toEqual({ values: 9, untested: 'fewer than ten values' })
    const rounding = skewed.map((_, index) => (index % 2 ? 0.3 - 0.2 : 0.2 - 0.1))
    expect(bootstrapMean(rounding)).toEqual({ values: 10, untested: 'all values equal' })
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
