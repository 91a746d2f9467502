import type { EpisodeFigures } from '@skill-state/eval'
import { type CompareOptions, compareRuns, type RunComparison } from '@skill-state/eval/compare'
import type { JsonObject } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { figures } from '../../test/episode-figures.ts'
import { comparedColumns } from '../build/columns.ts'
import { comparisonJson, comparisonMarkdown } from './comparison-markdown.ts'

type Options = Partial<CompareOptions> & { readonly conditions?: readonly [JsonObject, JsonObject] }

function compare(
  a: readonly EpisodeFigures[],
  b: readonly EpisodeFigures[],
  { conditions = [{}, {}], ...options }: Options = {},
): RunComparison {
  const run = (name: string, episodes: readonly EpisodeFigures[], index: 0 | 1) => ({
    name,
    episodes,
    conditions: conditions[index],
  })
  return compareRuns(run('a', a, 0), run('b', b, 1), { columns: comparedColumns, ...options })
}

function notices(comparison: RunComparison): readonly string[] {
  return JSON.parse(comparisonJson(comparison)).notices
}

const seeds = Array.from({ length: 12 }, (_, index) => index + 1)
const played = seeds.map((seed) => figures({ seed }))

/** Two trials of each of 20 problems. */
const trials = (solved: (problem: number, trial: number) => boolean): EpisodeFigures[] =>
  Array.from({ length: 40 }, (_, index) => {
    const [problem, seed] = [Math.floor(index / 2) + 1, index % 2]
    const name = `p${problem}`
    return figures({ problem: name, seed, task: `${name}-s${seed}`, score: solved(problem, seed) ? 1 : 0 })
  })
const flickering = (problem: number, trial: number): boolean =>
  problem % 2 === 0 || trial === (problem % 4) % 2

test('two runs of the same conditions are said to be so, and the given notices come first', () => {
  const same = compare(played, played)
  expect(notices(same)[0]).toContain('the same conditions')
  expect(JSON.parse(comparisonJson(same, ['Model: m.'])).notices[0]).toBe('Model: m.')
  expect(comparisonMarkdown(same, ['Model: m.'])).toMatch(/^# A: a, B: b\n\n> Model: m\.\n\n> Both runs/)
})

test('more than one condition that differs is warned of', () => {
  const one = compare(played, played, { conditions: [{ model: 'm1' }, { model: 'm2' }] })
  expect(notices(one).join()).not.toContain('Warning')
  const two = compare(played, played, {
    conditions: [
      { model: 'm1', budget: 1 },
      { model: 'm2', budget: 2 },
    ],
  })
  expect(notices(two)[0]).toMatch(/^Warning: .* \(model, budget\)/)
})

test('tasks without a pair are named with their reason', () => {
  const { score: _, ...failed } = figures({ seed: 13, status: 'failed' })
  const comparison = compare([...played, failed], [...played.slice(1), figures({ seed: 13 })])
  expect(notices(comparison)).toContainEqual(
    'b@1 prompt: 2 of 13 tasks have no pair and are in no figure: s1 missing in B, s13 failed in A.',
  )
})

test('two runtimes of one run are named together, and noise without a second trial is unknown', () => {
  const run = ['x', 'z'].flatMap((runtime) => seeds.map((seed) => figures({ seed, runtime })))
  const comparison = compare(run, run, { runtimes: ['x', 'z'] })
  expect(notices(comparison).join()).not.toContain('have the same conditions')
  expect(notices(comparison).join()).toContain('unknown of b@1 x − z:')
  expect(comparisonMarkdown(comparison)).toContain('| x − z ')
})

test('a difference inside repetition noise is named, and a larger one is not', () => {
  const a = trials(flickering)
  const close = compare(
    a,
    trials((problem, trial) => problem !== 2 && flickering(problem, trial)),
  )
  expect(notices(close).join()).toMatch(
    /Score: inside repetition noise: b@1 prompt \(\+0\.050, noise ± 0\.\d+\)/,
  )
  expect(comparisonMarkdown(close)).toMatch(/± 0\.\d+, inside/)
  const far = compare(
    a,
    trials(() => false),
  )
  expect(notices(far).join()).not.toContain('Score: inside')
})

test('a row for each horizon is a test of its own, which Holm corrects', () => {
  const at = (scores: (seed: number) => number) =>
    [10, 20, 30].flatMap((horizon) =>
      seeds.map((seed) => figures({ seed, horizon, task: `${horizon}-${seed}`, score: scores(seed) })),
    )
  const runs = [at((seed) => (seed % 3) / 3), at((seed) => (seed % 2) / 3)] as const
  expect(comparisonMarkdown(compare(...runs))).not.toContain('p (Holm)')
  expect(comparisonMarkdown(compare(...runs, { by: ['horizon'] }))).toContain('p (Holm)')
})

test('the interval of a skewed figure is marked', () => {
  const tokens = (of: (seed: number) => number) =>
    seeds.map((seed) => figures({ seed, totalTokens: of(seed) }))
  const even = comparisonMarkdown(
    compare(
      tokens((seed) => 1000 + seed),
      tokens(() => 1000),
    ),
  )
  expect(even).not.toContain(', skewed')
  const skewed = comparisonMarkdown(
    compare(
      tokens((seed) => 1000 + 2 ** seed),
      tokens(() => 1000),
    ),
  )
  expect(skewed).toContain(', skewed |')
})
