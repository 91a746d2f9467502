import { expect, test } from 'vitest'
import { Estimate } from './estimate.ts'

test('a call is expected to use what the calls before it used', () => {
  const estimate = new Estimate()
  const prompt = 'x'.repeat(8_000)
  expect(estimate.expected(prompt)).toBe(2_500)
  for (let call = 0; call < 60; call += 1) {
    expect(estimate.used(prompt, { inputTokens: 4_000, outputTokens: 100 })).toBe(4_100)
  }
  expect(estimate.expected(prompt)).toBeCloseTo(4_100, -1)
  expect(estimate.expected(prompt.repeat(2))).toBeCloseTo(8_100, -1)
})

test('what a provider does not say is as expected, and teaches nothing', () => {
  const estimate = new Estimate()
  const before = estimate.expected('Where to?')
  expect(estimate.used('Where to?', {})).toBe(before)
  expect(estimate.used('Where to?', { inputTokens: 10 })).toBe(510)
  expect(estimate.expected('')).toBe(500)
})

test('a single long reply moves it by an eighth', () => {
  const estimate = new Estimate()
  estimate.used('', { outputTokens: 16_500 })
  expect(estimate.expected('')).toBe(2_500)
})
