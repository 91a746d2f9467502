import { expect, test } from 'vitest'
import { score } from '../../test/compared-columns.ts'
import { figures } from '../../test/episode-figures.ts'
import type { EpisodeFigures } from '../figures/figures.ts'
import { randomIndex } from '../statistics/bootstrap.ts'
import { compareFigure } from './compare-figure.ts'

const PROBLEMS = 20
const TRIALS = 3
const COMPARISONS = 400

/** A run of problems that are solved with the chance of each. */
function play(chances: readonly number[], solved: (chance: number) => boolean): EpisodeFigures[] {
  return chances.flatMap((chance, problem) =>
    Array.from({ length: TRIALS }, (_, seed) =>
      figures({ problem: `p${problem}`, seed, task: `p${problem}-s${seed}`, score: solved(chance) ? 1 : 0 }),
    ),
  )
}

test('of 400 comparisons of a runtime with itself, 95 % intervals and noise hold 0 about as often as they say', () => {
  const draw = randomIndex(20)
  const held = { test: 0, bootstrap: 0, noise: 0 }
  for (let comparison = 0; comparison < COMPARISONS; comparison += 1) {
    const chances = Array.from({ length: PROBLEMS }, () => draw(101) / 100)
    const [a, b] = [chances, chances].map((each) => play(each, (chance) => draw(1000) / 1000 < chance))
    if (a === undefined || b === undefined) throw new Error('two runs')
    const pairs = a.flatMap((first, index) => (b[index] ? [{ a: first, b: b[index] }] : []))
    const figure = compareFigure(pairs, score, { a, b })
    if (figure === undefined) throw new Error('no score')
    if ('interval' in figure.test && holdsZero(figure.test.interval)) held.test += 1
    if ('interval' in figure.bootstrap && holdsZero(figure.bootstrap.interval)) held.bootstrap += 1
    if ('margin' in figure.noise && figure.noise.inside) held.noise += 1
  }
  // The bootstrap is known to be too narrow for few clusters: about 0.92 for 20, 0.94 for 50 (1,500 comparisons each).
  const least = { test: 0.92, bootstrap: 0.88, noise: 0.91 }
  for (const name of ['test', 'bootstrap', 'noise'] as const) {
    expect(held[name] / COMPARISONS).toBeGreaterThan(least[name])
    expect(held[name] / COMPARISONS).toBeLessThan(0.985)
  }
})

function holdsZero([low, high]: readonly [number, number]): boolean {
  return low <= 0 && high >= 0
}
