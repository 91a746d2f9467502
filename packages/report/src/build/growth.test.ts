import { expect, test } from 'vitest'
import { figures } from '../../test/episode-figures.ts'
import { growthTable } from '../tables/report-tables.ts'
import { buildReport } from './build-report.ts'

const at = (horizon: number, promptChars: number, totalTokens?: number) => {
  const { totalTokens: _, ...rest } = figures({ horizon, promptChars, seed: horizon, task: `${horizon}` })
  return { ...rest, ...(totalTokens !== undefined && { totalTokens }) }
}

const options = { title: 'T', notices: [], columns: [], runtimes: [] }

test('prompts and tokens grow by least squares and by endpoints, which differ if the line bends', () => {
  const bent = [at(10, 100, 10), at(20, 200, 20), at(40, 1600, 160)]
  const { growth } = buildReport(bent, options)
  // Slope of (ln 10, ln 100), (ln 20, ln 200), (ln 40, ln 1600); numpy.polyfit gives 2. Here both are 2.
  expect(growth[0]).toMatchObject({
    from: 10,
    to: 40,
    characters: { leastSquares: expect.closeTo(2, 9), endpoints: expect.closeTo(2, 9) },
    tokens: { leastSquares: expect.closeTo(2, 9), endpoints: expect.closeTo(2, 9) },
  })
  const uneven = [at(10, 100), at(20, 400), at(80, 800)]
  const [found] = buildReport(uneven, options).growth
  // numpy.polyfit(log([10, 20, 80]), log([100, 400, 800]), 1)[0] = 0.9285714…
  expect(found?.characters.leastSquares).toBeCloseTo(0.9285714285714286, 9)
  expect(found?.characters.endpoints).toBeCloseTo(1, 9)
  expect(found).not.toHaveProperty('tokens')
})

test("the paper's exponents of the same cells are shown beside the measured ones", () => {
  const published = ({ horizon = 0 }: { readonly horizon?: number | undefined }) => ({
    promptChars: { mean: horizon },
    totalTokens: { mean: horizon ** 3 },
  })
  const report = buildReport([at(10, 100, 10), at(20, 200, 20)], { ...options, published })
  const { columns, rows } = growthTable(report)
  expect(columns.filter(({ part }) => part === 'paper')).toHaveLength(4)
  expect(rows[0]?.cells.slice(-8)).toEqual(['1.00', '2.00', '1.00', '2.00', '1.00', '3.00', '1.00', '3.00'])
})
