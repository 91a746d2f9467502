import { expect, test } from 'vitest'
import { rangeOf, shareOf } from './range.ts'

const sessions = (ratios: readonly number[], turns = 10) => ratios.map((ratio) => ({ turns, ratio }))

test.each([
  [4, 0],
  [5, 1 - 2 / 6],
  [9, 0.8],
  [19, 0.9],
  [68, 1 - 6 / 69],
])('of %i sessions ranges hold the share %f', (count, share) => {
  expect(shareOf(count)).toBeCloseTo(share, 12)
})

test.each([6, 10, 20, 40, 101])(
  'of %i sessions, each held against the others, the said share is inside',
  (count) => {
    const ratios = Array.from({ length: count }, (_, at) => 0.5 + ((at * 7_919) % 1_009) / 1_009)
    const inside = ratios.filter((ratio, at) => {
      const { low, high } = rangeOf(1, 10, sessions(ratios.toSpliced(at, 1)))
      return low <= ratio && ratio <= high
    })
    expect(inside.length / count).toBeCloseTo(shareOf(count - 1), 12)
  },
)

test('is wider for fewer messages than the sessions had, never narrower for more, and never below nothing', () => {
  const compared = sessions([0.5, 0.75, 1, 1.25, 1.5], 16)
  expect(rangeOf(100, 16, compared)).toEqual({ low: 50, high: 150 })
  expect(rangeOf(100, 900, compared)).toEqual({ low: 50, high: 150 })
  expect(rangeOf(100, 4, compared)).toEqual({ low: 0, high: 200 })
  expect(rangeOf(100, 1, compared)).toEqual({ low: 0, high: 300 })
})
