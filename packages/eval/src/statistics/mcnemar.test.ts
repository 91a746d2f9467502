import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mcnemar } from './mcnemar.ts'

/** Pairs by how many there are: both, first only, second only, neither. */
function table(both: number, first: number, second: number, neither: number): [boolean, boolean][] {
  const cells: [number, [boolean, boolean]][] = [
    [both, [true, true]],
    [first, [true, false]],
    [second, [false, true]],
    [neither, [false, false]],
  ]
  return cells.flatMap(([count, pair]) => Array.from({ length: count }, () => pair))
}

test('agrees with the worked examples of Fagerland, Lydersen and Laake (2013)', () => {
  // BMC Medical Research Methodology 13:91, exact conditional test: 1, 1, 7, 12 gives 0.070; 59, 6, 16, 80 gives 0.053.
  expect(mcnemar(table(1, 1, 7, 12))).toMatchObject({
    pairs: 21,
    first: 1,
    second: 7,
    p: expect.closeTo(0.0703125, 9),
  })
  expect(mcnemar(table(59, 6, 16, 80))).toMatchObject({ p: expect.closeTo(0.0524787903, 9) })
})

test('holds its accuracy where p is next to nothing', () => {
  // 2 · Σ C(1000, k) / 2^1000 for k up to 300, in whole numbers.
  const { p } = { p: Number.NaN, ...mcnemar(table(0, 300, 700, 0)) }
  expect(p / 1.766567800795e-37).toBeCloseTo(1, 6)
})

test('turned round gives the same p, which pairs that agree do not change', () => {
  const count = fc.nat({ max: 30 })
  fc.assert(
    fc.property(count, count, count, count, (both, first, second, neither) => {
      const result = mcnemar(table(both, first, second, neither))
      if (first + second === 0) {
        expect(result).toEqual({ pairs: both + neither, untested: 'no pair differs' })
        return
      }
      expect(result).toMatchObject({ pairs: both + first + second + neither, first, second })
      expect(mcnemar(table(0, second, first, 0))).toMatchObject({ p: 'p' in result ? result.p : undefined })
    }),
  )
})
