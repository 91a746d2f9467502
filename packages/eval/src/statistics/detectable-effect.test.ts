import { expect, test } from 'vitest'
import { detectableEffect } from './detectable-effect.ts'

const size = (pairs: number, error: number): number | undefined => detectableEffect(pairs, error)?.size

test('solves the power of the paired t-test', () => {
  // Power by numeric integration over the chi distribution, solved for the shift; R's power.t.test(n = 10, sd = 1,
  // power = 0.8, type = 'paired') gives the 0.996 too.
  expect(size(5, 1 / Math.sqrt(5))).toBeCloseTo(1.68199728, 6)
  expect(size(10, 1 / Math.sqrt(10))).toBeCloseTo(0.9960022543, 6)
  expect(size(50, 1 / Math.sqrt(50))).toBeCloseTo(0.4041834922, 6)
})

test('of two pairs it is large, of one unknown, and it grows with the standard error', () => {
  expect(size(2, 1 / Math.sqrt(2))).toBeGreaterThan(10)
  expect(size(1, 1)).toBeUndefined()
  expect(size(30, 0.25)).toBeCloseTo((size(30, 1) ?? Number.NaN) / 4, 9)
})

test('says how far its standard error may be off', () => {
  // sqrt(df / scipy.stats.chi2.ppf([0.975, 0.025], df)): 0.5991 and 2.8736 of 5 pairs, 0.7605 and 1.4606 of 20.
  for (const [pairs, least, most] of [
    [5, 0.5991331391341409, 2.873555634078219],
    [20, 0.7604903943298743, 1.4605716361192191],
  ] as const) {
    const { size: found = Number.NaN, interval = [] } = detectableEffect(pairs, 0.1) ?? {}
    const expected = [least, most].map((factor) => expect.closeTo(factor, 9))
    expect(interval.map((bound) => bound / found)).toEqual(expected)
  }
})
