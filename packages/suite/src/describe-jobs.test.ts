import type { Episode } from '@skill-state/eval'
import { expect, test } from 'vitest'
import { powerLines } from './describe-jobs.ts'

const episode = (seed: number, more: object = {}): Episode =>
  ({
    benchmark: { id: 'b@1' },
    task: { id: `${seed}`, seed, horizon: 10, parameters: {}, ...more },
    runtime: { id: 'prompt' },
  }) as unknown as Episode

test('a plan says which difference it can detect, by the pairs of its smallest cell', () => {
  const seeds = [1, 2, 3, 4, 5]
  const [line] = powerLines([
    ...seeds.map((seed) => episode(seed)),
    ...seeds.map((seed) => episode(seed, { horizon: 20 })),
  ])
  // power.t.test(n = 5, sd = 1, power = 0.8, type = 'paired') of R: delta = 1.682.
  expect(line).toMatch(/^power: 5 pairs .* 1\.68 standard deviations/)
  expect(line).toContain('0.08 if it is 0.05, 0.34 if it is 0.2')
})

test('trials of one problem are one pair, and one pair shows nothing', () => {
  const trials = [1, 2, 3].map((seed) => episode(seed, { problem: 'p' }))
  expect(powerLines(trials)).toEqual([
    'power: a cell with one pair shows no difference: ask for more --seeds',
  ])
})
