import { expect, test } from 'vitest'
import { varianceSaved } from './variance-saved.ts'

const spreadOut = Array.from({ length: 20 }, (_, index) => Math.sin(index))

test('a difference that is measured the same way twice saves nothing', () => {
  const saved = varianceSaved(spreadOut.map((value) => ({ matched: value, whole: value })))
  expect(saved).toMatchObject({ episodes: 20, ratio: 1, interval: [1, 1] })
})

test('half the spread is a quarter of the variance, whatever the means are', () => {
  const saved = varianceSaved(spreadOut.map((value) => ({ matched: 3 + value / 2, whole: value })))
  expect(saved?.ratio).toBeCloseTo(4)
  expect(saved?.interval?.[0]).toBeCloseTo(4)
  expect(saved?.interval?.[1]).toBeCloseTo(4)
  expect(saved?.wholeError).toBeCloseTo(2 * (saved?.matchedError ?? 0))
})

test('the interval holds the ratio if the two have nothing to do with each other', () => {
  const saved = varianceSaved(
    spreadOut.map((value, index) => ({ matched: value, whole: 2 * Math.cos(7 * index) })),
  )
  const [low = Number.NaN, high = Number.NaN] = saved?.interval ?? []
  expect(low).toBeLessThan(saved?.ratio ?? Number.NaN)
  expect(high).toBeGreaterThan(saved?.ratio ?? Number.NaN)
  expect(
    varianceSaved(spreadOut.slice(0, 9).map((value) => ({ matched: value, whole: value }))),
  ).toBeUndefined()
})

test('there is no ratio if the matched difference does not vary', () => {
  const saved = varianceSaved(spreadOut.map((whole) => ({ matched: 0, whole })))
  expect(saved).toMatchObject({ matchedError: 0 })
  expect(saved?.ratio).toBeUndefined()
})
