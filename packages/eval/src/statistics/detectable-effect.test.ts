import { expect, test } from 'vitest'
import { detectableEffect } from './detectable-effect.ts'

test('solves the power of the paired t-test', () => {
  // Power by numeric integration over the chi distribution, solved for the shift; R's power.t.test(n = 10, sd = 1,
  // power = 0.8, type = 'paired') gives the 0.996 too.
  expect(detectableEffect(5, 1 / Math.sqrt(5))).toBeCloseTo(1.68199728, 6)
  expect(detectableEffect(10, 1 / Math.sqrt(10))).toBeCloseTo(0.9960022543, 6)
  expect(detectableEffect(50, 1 / Math.sqrt(50))).toBeCloseTo(0.4041834922, 6)
})

test('of two pairs it is large, of one unknown, and it grows with the standard error', () => {
  expect(detectableEffect(2, 1 / Math.sqrt(2))).toBeGreaterThan(10)
  expect(detectableEffect(1, 1)).toBeUndefined()
  expect(detectableEffect(30, 0.25)).toBeCloseTo((detectableEffect(30, 1) ?? Number.NaN) / 4, 9)
})
