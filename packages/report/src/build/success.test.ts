import { passHatK } from '@skill-state/eval/statistics'
import { expect, test } from 'vitest'
import { figures, reportOf } from '../../test/episode-figures.ts'
import { reportMarkdown } from '../formats/markdown.ts'
import { successTable } from '../tables/report-tables.ts'

const trial = (runtime: string, problem: string, seed: number, solved: boolean, variant?: string) =>
  figures({
    runtime,
    problem,
    seed,
    task: `${problem}-s${seed}`,
    score: solved ? 1 - 1e-9 : 0,
    ...(variant !== undefined && { variant }),
  })

test('pass^k of counts worked out by hand', () => {
  const problems = [
    { trials: 4, successes: 4 },
    { trials: 4, successes: 2 },
    { trials: 4, successes: 0 },
  ]
  expect([1, 2, 3, 4].map((k) => passHatK(problems, k))).toEqual([
    expect.closeTo(0.5, 12),
    expect.closeTo((1 + 1 / 6 + 0) / 3, 12),
    expect.closeTo(1 / 3, 12),
    expect.closeTo(1 / 3, 12),
  ])
  expect(() => passHatK(problems, 5)).toThrow(RangeError)
})

test("one trial of each problem has Wilson's interval", () => {
  const episodes = Array.from({ length: 10 }, (_, index) => trial('skill-state', `p${index}`, 1, index < 8))
  const [row] = reportOf(episodes).success
  // Wilson (1927), 8 of 10: 0.4902 to 0.9433.
  expect(row).toMatchObject({
    problems: 10,
    successes: 8,
    rate: expect.closeTo(0.8, 12),
    passHat: [expect.closeTo(0.8, 12)],
  })
  expect(row?.interval[0]).toBeCloseTo(0.4902, 4)
  expect(row?.interval[1]).toBeCloseTo(0.9433, 4)
})

test('several trials have pass^k, and repetition noise beside the difference', () => {
  const solved = { a: [true, true], b: [true, false], c: [false, false] }
  const own = Object.entries(solved).flatMap(([problem, trials]) =>
    trials.map((each, seed) => trial('skill-state', problem, seed, each)),
  )
  const other = Object.keys(solved).map((problem) => trial('prompt', problem, 0, problem === 'a'))
  const report = reportOf([...own, ...other])
  expect(report.success.find(({ runtime }) => runtime === 'skill-state')?.passHat).toEqual([
    expect.closeTo(0.5, 12),
    expect.closeTo(1 / 3, 12),
  ])
  expect(report.tests[0]).toMatchObject({
    result: { pairs: 3, meanDifference: expect.closeTo(1 / 6, 6) },
    // Student's t of 3 degrees of freedom times √(2 · (1/3)² · s²/2), of which b alone has s² = 1/2.
    noise: { margin: expect.closeTo(3.18245 * Math.sqrt(1 / 18), 4), inside: true },
  })
  const text = reportMarkdown(report)
  expect(text).toContain('pass^2')
  expect(text).toContain('± 0.750, inside')
})

test('variants have rows of their own and one for all', () => {
  const report = reportOf([trial('r', 'p1', 1, true, 'Crypto'), trial('r', 'p2', 1, false, 'Web')])
  expect(report.success.map(({ variant, successes, episodes }) => [variant, successes, episodes])).toEqual([
    ['Crypto', 1, 1],
    ['Web', 0, 1],
    [undefined, 1, 2],
  ])
  expect(reportMarkdown(report)).toMatch(/\| all +\|/)
})

test('horizons have rows of their own and one for all, and the plain variant is not called all', () => {
  const at = (horizon: number, variant?: string) => ({
    ...trial('r', `p${horizon}${variant ?? ''}`, 1, true, variant),
    horizon,
  })
  const rows = (...all: ReturnType<typeof at>[]) =>
    successTable(reportOf(all)).rows.map(({ cells }) => cells.slice(0, 3))
  expect(rows(at(10), at(25))).toEqual([
    ['plain', '10', 'r'],
    ['plain', '25', 'r'],
    ['all', '', 'r'],
  ])
  expect(rows(at(10), at(10, 'noise-20'))).toEqual([
    ['plain', '10', 'r'],
    ['noise-20', '10', 'r'],
    ['all', '', 'r'],
  ])
})

test('a report whose tasks are no trials of problems has no such table', () => {
  expect(reportOf([figures({})]).success).toEqual([])
})

test('several trials that all came out alike are no certainty', () => {
  const trials = ['a', 'b', 'c', 'd'].flatMap((problem) =>
    [1, 2].map((seed) => trial('r', problem, seed, false)),
  )
  const [row] = reportOf(trials).success
  expect(row?.interval[0]).toBeCloseTo(0, 10)
  expect(row?.interval[1]).toBeCloseTo(0.4899, 4)
})
