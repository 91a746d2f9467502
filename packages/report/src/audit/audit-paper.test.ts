import { expect, test } from 'vitest'
import { auditPaper } from './audit-paper.ts'
import { notBest, risingWithNoise } from './claims.ts'
import { countedCells } from './grimmer.ts'
import { publishedGrowth } from './growth-exponents.ts'
import { followedModels, multiples } from './multiples.ts'
import { possibleTests } from './possible-p.ts'
import type { PublishedRecord } from './published-record.ts'
import { differingTables } from './two-tables.ts'
import { countedRates } from './whole-counts.ts'

const record = (more: Partial<PublishedRecord>): PublishedRecord => ({
  label: 'one',
  environment: 'warehouse',
  model: 'm',
  horizon: 50,
  runtime: 'prompt',
  ...more,
})
const own = { runtime: 'skill-state' }

test('a table without a question has no finding', () => {
  expect(auditPaper([])).toEqual([])
  const clean = [
    record({ score: 0.5, scoreSd: 0.02 }),
    record({ ...own, score: 0.9, scoreSd: 0.02 }),
    record({ label: 'two', noise: 5, score: 0.4 }),
    record({ label: 'two', noise: 5, ...own, score: 0.9 }),
  ]
  expect(auditPaper(clean)).toEqual([])
})

test('bounds t by the spreads that perfect pairing leaves, rounding included', () => {
  // Spreads of 0.04 and 0.14 round from 0.045 and 0.135; means 0.15 apart from 0.16: 0.16 √5 / 0.09.
  const [found] = possibleTests([
    record({ score: 0.71, scoreSd: 0.14 }),
    record({ ...own, score: 0.86, scoreSd: 0.04 }),
  ])
  expect(found?.maxT).toBeCloseTo((0.16 * Math.sqrt(5)) / 0.09, 9)
  // scipy.stats.t.sf(0.16 * 5 ** 0.5 / 0.09, 4) * 2
  expect(found?.leastP).toBeCloseTo(0.016466542596065822, 12)
  const same = possibleTests([
    record({ score: 0.9, scoreSd: 0.01 }),
    record({ ...own, score: 0.91, scoreSd: 0.02 }),
  ])
  expect(same[0]).toMatchObject({ maxT: Number.POSITIVE_INFINITY, leastP: 0 })
})

test('finds one condition in two tables only if the scores differ', () => {
  const records = [
    record({ score: 0.65 }),
    record({ label: 'two', noise: 0, score: 0.85 }),
    record({ label: 'two', noise: 5, score: 0.7 }),
    record({ runtime: 'memory', score: 0.8 }),
    record({ label: 'two', runtime: 'memory', noise: 0, score: 0.8 }),
  ]
  expect(differingTables(records)).toEqual([records.slice(0, 2)])
})

test('counts tasks: a rate may need several trials of each', () => {
  const rate = (passRate: number) => record({ environment: 'intercode-ctf', passRate })
  const found = countedRates([rate(0.43), rate(0.432), record({ passRate: 0.5, environment: 'unknown' })])
  expect(found).toMatchObject([
    { tasks: 100, nearest: 43, trials: 1 },
    { tasks: 100, nearest: 43, trials: 4 },
  ])
})

test('finds rows that are multiples, and models that follow each other', () => {
  const sizes = (horizon: number, promptChars: number, totalTokens: number, more = {}) =>
    record({ horizon, promptChars, totalTokens, ...more })
  expect(multiples([sizes(50, 1000, 9000), sizes(100, 2000, 36001)])).toMatchObject([{ promptFactor: 2 }])
  expect(multiples([sizes(50, 1000, 9000), sizes(100, 2020, 36001)])).toEqual([])
  const horizons = [10, 25, 50, 100, 200]
  const model = (label: string, factor: number) =>
    horizons.map((horizon) =>
      sizes(horizon, horizon ** 2 * factor, horizon ** 3 * factor, { label, model: label }),
    )
  const [close] = followedModels([...model('one', 1), ...model('two', 1.02)])
  expect(close).toMatchObject({ models: ['one', 'two'], values: 10, largest: expect.closeTo(0.02, 9) })
})

test('finds scores that rise with noise, and baselines that lead, beyond rounding', () => {
  const quiet = record({ label: 'scaling', ...own, score: 0.96 })
  const noisy = [5, 20, 50].map((noise, index) =>
    record({ ...own, noise, score: [1, 0.97, 0.98][index] ?? 0 }),
  )
  expect(risingWithNoise([quiet, ...noisy])).toMatchObject([{ one: 'noise 0: 0.96', other: 'noise 5: 1' }])
  const cell = [
    record({ score: 0.92 }),
    record({ ...own, score: 0.91 }),
    record({ runtime: 'memory', score: 0.93 }),
  ]
  expect(notBest(cell)).toMatchObject([{ one: 'skill-state: 0.91', other: 'memory: 0.93' }])
})

test('fits growth as the report does', () => {
  const series = [10, 20, 40].map((horizon) =>
    record({ horizon, promptChars: 7 * horizon, totalTokens: 3 * horizon }),
  )
  expect(publishedGrowth(series)).toMatchObject([
    {
      characters: { leastSquares: expect.closeTo(2, 9), endpoints: expect.closeTo(2, 9) },
      tokens: { leastSquares: expect.closeTo(1, 9) },
    },
  ])
})

test('counts which means and spreads five whole numbers of events can have', () => {
  const possible = (score: number, scoreSd: number) => {
    const [cell] = countedCells([
      record({ horizon: 10, score, scoreSd }),
      record({ label: 'one', horizon: 50, score: 0.11, scoreSd: 0.11 }),
    ])
    return [cell?.mean, cell?.both]
  }
  // 10, 9, 9, 9, 8 of 10: over n − 1 the deviation is 0.0707, over n 0.0632.
  expect(possible(0.9, 0.07)).toEqual([true, true])
  expect(possible(0.9, 0.06)).toEqual([true, true])
  // The next smaller one is of 9, 9, 9, 9, 9.
  expect(possible(0.9, 0.02)).toEqual([true, false])
  // Fifty events in all: a mean is a multiple of 0.02.
  expect(possible(0.91, 0.07)).toEqual([false, false])
})
