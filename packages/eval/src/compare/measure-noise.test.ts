import { expect, test } from 'vitest'
import { comparedColumns as columns } from '../../test/compared-columns.ts'
import { type Played, playRun } from '../../test/played-run.ts'
import { measureNoise } from './measure-noise.ts'

const seeds = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

/** Trials of problems of one step: which are solved. */
const trials = (solved: Record<string, readonly boolean[]>): Played[] =>
  Object.entries(solved).flatMap(([problem, all]) =>
    all.map((each, seed) => ({ problem, seed, horizon: 1, wrong: each ? [] : [0] })),
  )

test('trials of each problem are set against each other', async () => {
  const run = await playRun(
    'a',
    trials({ p1: [true, false], p2: [true, true], p3: [true, false], p4: [false, false] }),
  )
  const noise = measureNoise([run], { columns })
  expect(noise.rows).toMatchObject([{ runtime: 'obey', source: 'trials', tasks: 4, episodes: 8, missing: 0 }])
  const [figure] = noise.rows[0]?.figures ?? []
  // Differences 1, 0, 1, 0. Within: s² = 1/2 of two problems; 2 · 2 · (1/16)(1/2)(1/2) = 1/16; t of 4 is 2.776.
  expect(figure).toMatchObject({ id: 'score', mean: 0.5, halves: { pairs: 4, meanDifference: 0.5 } })
  expect(figure?.margin).toBeCloseTo(2.776445 / 4, 5)
})

test('trials that are missing are counted', async () => {
  const run = await playRun('a', trials({ p1: [true, false], p2: [true], p3: [true] }))
  const noise = measureNoise([run], { columns })
  expect(noise.rows[0]).toMatchObject({ source: 'trials', missing: 2 })
})

test('without trials seeds are set against seeds', async () => {
  const run = await playRun(
    'a',
    seeds(6).map((seed) => ({ seed, wrong: seed % 2 === 0 ? [0] : [] })),
  )
  const noise = measureNoise([run], { columns })
  expect(noise.rows[0]).toMatchObject({ source: 'seeds', tasks: 6, missing: 6 })
  const [figure] = noise.rows[0]?.figures ?? []
  expect(figure?.halves).toMatchObject({ pairs: 3, meanDifference: 0.25 })
  // sd 0.1369 of six: √(2/6) · 0.1369 · 2.5706.
  expect(figure?.margin).toBeCloseTo(2.570582 * Math.sqrt((2 * 0.01875) / 6), 5)
})

test('two runs of the same tasks are trials of each other: the first less the second', async () => {
  const first = await playRun(
    'a',
    seeds(4).map((seed) => ({ seed })),
  )
  const second = await playRun(
    'b',
    seeds(4).map((seed) => ({ seed, wrong: seed === 4 ? [0, 1] : [] })),
  )
  const noise = measureNoise([first, second], { columns })
  expect(noise.rows[0]).toMatchObject({ source: 'trials', tasks: 4, episodes: 8, missing: 0 })
  const [figure] = noise.rows[0]?.figures ?? []
  expect(figure?.halves).toMatchObject({ pairs: 4, meanDifference: 0.125 })
  // s² = 1/8 of one task in four: 2 · (1/16)(1/8) = 1/64; t of 4 degrees of freedom is 2.776.
  expect(figure?.margin).toBeCloseTo(2.776445 / 8, 5)
})

test('a failed episode is no trial', async () => {
  const run = await playRun('a', [...trials({ p1: [true, true] }), { problem: 'p1', seed: 3, fails: true }])
  expect(measureNoise([run], { columns }).rows[0]).toMatchObject({ episodes: 2, tasks: 1 })
})

test('a single seed tells nothing', async () => {
  const [figure] = measureNoise([await playRun('a', [{ seed: 1 }])], { columns }).rows[0]?.figures ?? []
  expect(figure).toMatchObject({ halves: { untested: 'fewer than two pairs' } })
  expect(figure?.margin).toBeUndefined()
})
