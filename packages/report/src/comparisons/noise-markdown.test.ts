import type { EpisodeFigures } from '@skill-state/eval'
import { measureNoise } from '@skill-state/eval/compare'
import { expect, test } from 'vitest'
import { figures } from '../../test/episode-figures.ts'
import { comparedColumns as columns } from '../build/columns.ts'
import { noiseMarkdown } from './noise-markdown.ts'

function runOf(name: string, episodes: readonly Partial<EpisodeFigures>[]) {
  return { name, episodes: episodes.map((each) => figures(each)) }
}

const seeds = (count: number): Partial<EpisodeFigures>[] =>
  Array.from({ length: count }, (_, index) => ({ seed: index + 1 }))

test('trials that are missing are counted', () => {
  const trial = (problem: string, seed: number) => ({ problem, seed, task: `${problem}-s${seed}` })
  const run = runOf('a', [trial('p1', 0), trial('p1', 1), trial('p2', 0), trial('p3', 0)])
  expect(noiseMarkdown(measureNoise([run], { columns }))).toContain('2 of 3 tasks have one trial')
})

test('seeds set against seeds are said to be no repetition noise', () => {
  const text = noiseMarkdown(measureNoise([runOf('a', seeds(6))], { columns }))
  expect(text).toMatch(/seeds are set against seeds.*6 trials are missing/)
})

test('two runs are set against each other', () => {
  const noise = measureNoise([runOf('a', seeds(4)), runOf('b', seeds(4))], { columns })
  expect(noiseMarkdown(noise)).toMatch(/^# a and b against each other/)
})
