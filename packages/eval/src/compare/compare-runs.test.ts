import { describe, expect, test } from 'vitest'
import { comparedColumns } from '../../test/compared-columns.ts'
import { figures } from '../../test/episode-figures.ts'
import { type Played, playRun } from '../../test/played-run.ts'
import { type ComparedRun, type CompareOptions, compareRuns, type RunComparison } from './compare-runs.ts'

const seeds = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

function compare(a: ComparedRun, b: ComparedRun, options: Partial<CompareOptions> = {}): RunComparison {
  return compareRuns(a, b, { columns: comparedColumns, ...options })
}

/** The figure of a comparison's only row. */
function only(comparison: RunComparison, id = 'score') {
  const [row] = comparison.rows
  const figure = row?.figures.find((each) => each.id === id)
  if (row === undefined || figure === undefined) throw new Error(`no figure ${id}`)
  return { row, figure }
}

describe('two runs', () => {
  const played = seeds(12).map((seed) => ({ seed, wrong: seed % 3 === 0 ? [1] : [] }))

  test('that are the same differ by 0, and nothing is significant', async () => {
    const [a, b] = [await playRun('a', played), await playRun('b', played)]
    const comparison = compare(a, b)
    expect(comparison.differing).toEqual([])
    expect(comparison.rows[0]?.figures.map(({ id }) => id)).toEqual(['score', 'totalTokens', 'promptChars'])
    for (const figure of comparison.rows[0]?.figures ?? []) {
      expect(figure).toMatchObject({ pairs: 12, difference: 0, test: { untested: 'all differences equal' } })
      expect(figure.pHolm).toBe(1)
    }
  })

  test('with a planted difference show it in t and bootstrap', async () => {
    const worse = played.map((each) => ({
      ...each,
      wrong: each.seed % 2 === 0 ? [...each.wrong, 2] : each.wrong,
    }))
    const { row, figure } = only(compare(await playRun('a', played), await playRun('b', worse)))
    // Every other seed lacks one of four steps.
    expect(row).toMatchObject({ benchmark: 'countdown@1', runtime: 'obey', pairs: 12, unpaired: [] })
    expect(figure).toMatchObject({ clusters: 12, difference: expect.closeTo(1 / 8, 12) })
    expect(figure.a - figure.b).toBeCloseTo(1 / 8, 12)
    if ('untested' in figure.test || 'untested' in figure.bootstrap) throw new Error('untested')
    // Differences 0 and 1/4, six of each: t = (1/8) / (sd / √12) = 3.3166, p = 0.0069.
    expect(figure.test.t).toBeCloseTo(Math.sqrt(11), 9)
    expect(figure.test.p).toBeCloseTo(0.0069, 4)
    expect(figure.pHolm).toBe(figure.test.p)
    expect(figure.bootstrap.interval[0]).toBeGreaterThan(0)
    expect(figure.detectable?.size).toBeLessThan(1 / 8)
    expect(figure.mcnemar).toEqual({ pairs: 12, untested: 'values other than 0 and 1' })
  })

  test('name the tasks that have no pair, and count a failure as no score', async () => {
    const a = await playRun('a', [...played, { seed: 13, fails: true }])
    const b = await playRun('b', [...played.slice(1), { seed: 13, wrong: [0, 1, 2, 3] }])
    const comparison = compare(a, b)
    const { row, figure } = only(comparison)
    expect(row.unpaired).toEqual([
      { task: 't4-s1', run: 'B', reason: 'missing' },
      { task: 't4-s13', run: 'A', reason: 'failed' },
    ])
    expect(figure).toMatchObject({ pairs: 11, difference: 0 })
  })

  test('name each condition in which they differ', async () => {
    const run = (conditions: { model: string; budget: number; code: string }) =>
      playRun('x', played, conditions)
    const base = await run({ model: 'm1', budget: 1, code: 'c' })
    const one = compare(base, await run({ model: 'm2', budget: 1, code: 'c' }))
    expect(one.differing).toEqual([{ condition: 'model', lines: ['model is "m1", not "m2"'] }])
    const two = compare(base, await run({ model: 'm2', budget: 2, code: 'c' }))
    expect(two.differing.map(({ condition }) => condition)).toEqual(['model', 'budget'])
  })

  test('without a common task are rejected', async () => {
    const [a, b] = [await playRun('a', [{ seed: 1 }]), await playRun('b', [{ seed: 2 }])]
    expect(() => compare(a, b)).toThrow(/a and b have no task of one benchmark and runtime in common/)
  })

  test('of two models in one folder are rejected', () => {
    const run: ComparedRun = {
      name: 'a',
      episodes: [figures({ model: 'm1' }), figures({ model: 'm2' })],
      conditions: {},
    }
    expect(() => compare(run, run)).toThrow(/b@1 s1 prompt is in one run twice, with the models m1 and m2/)
  })
})

describe('runtimes', () => {
  const played: Played[] = ['x', 'y', 'z'].flatMap((runtime, index) =>
    seeds(10).map((seed) => ({ seed, runtime, wrong: seed % 4 < index ? [0] : [] })),
  )

  test('of one run are compared with each other', async () => {
    const run = await playRun('a', played)
    const comparison = compare(run, run, { runtimes: ['x', 'z'] })
    const { row, figure } = only(comparison)
    expect(row).toMatchObject({ runtime: 'x', against: 'z', pairs: 10 })
    // Seeds 1, 4, 5, 8 and 9 lack a step of four in z.
    expect(figure.difference).toBeCloseTo(5 / 40, 12)
  })

  test('of two runs have a row each, and p after Holm', async () => {
    const perfect = played.map((each) => ({ ...each, wrong: [] }))
    const { rows } = compare(await playRun('a', perfect), await playRun('b', played))
    expect(rows.map(({ runtime }) => runtime)).toEqual(['x', 'y', 'z'])
    const [x, y, z] = rows.map(({ figures: [first] }) => first)
    expect(x).toMatchObject({ test: { untested: 'all differences equal', p: 1 }, pHolm: 1 })
    if (y === undefined || z === undefined || 'untested' in y.test || 'untested' in z.test)
      throw new Error('untested')
    expect(z.pHolm).toBeCloseTo(3 * z.test.p, 12)
    expect(y.pHolm).toBeCloseTo(2 * y.test.p, 12)
  })
})

describe('trials', () => {
  /** Two trials of each problem, of one step: which are solved. */
  const trials = (solved: (problem: number, trial: number) => boolean): Played[] =>
    seeds(20).flatMap((problem) =>
      [0, 1].map((trial) => ({
        seed: trial,
        problem: `p${problem}`,
        horizon: 1,
        wrong: solved(problem, trial) ? [] : [0],
      })),
    )
  const flickering = (problem: number, trial: number): boolean =>
    problem % 2 === 0 || trial === (problem % 4) % 2

  test('of a problem count once, and are no pairs for McNemar', async () => {
    const [a, b] = [
      await playRun(
        'a',
        trials(() => true),
      ),
      await playRun('b', trials(flickering)),
    ]
    const { row, figure } = only(compare(a, b))
    expect(row.pairs).toBe(40)
    expect(figure).toMatchObject({
      clusters: 20,
      test: { degreesOfFreedom: 19 },
      mcnemar: { untested: 'pairs of one problem are not independent' },
    })
  })

  test('tell repetition noise, which a small difference is inside of and a large one is not', async () => {
    const a = await playRun(
      'a',
      trials((problem, trial) => flickering(problem, trial)),
    )
    const b = await playRun(
      'b',
      trials((problem, trial) => problem !== 2 && flickering(problem, trial)),
    )
    const close = compare(a, b)
    expect(only(close).figure).toMatchObject({
      difference: expect.closeTo(0.05, 12),
      noise: { inside: true },
    })
    const far = compare(
      a,
      await playRun(
        'c',
        trials((_, trial) => trial === 2),
      ),
    )
    expect(only(far).figure).toMatchObject({ difference: expect.closeTo(0.75, 12), noise: { inside: false } })
  })

  test('of one each have McNemar, and noise only by a repetition', async () => {
    const one = (solved: (problem: number, trial: number) => boolean, name: string) =>
      playRun(
        name,
        trials(solved).filter(({ seed }) => seed === 0),
      )
    const a = await one((problem) => problem > 2, 'a')
    const b = await one((problem) => problem > 10, 'b')
    const alone = only(compare(a, b)).figure
    // Eight pairs differ, all one way: 2 / 2^8.
    expect(alone.mcnemar).toMatchObject({ first: 8, second: 0, p: expect.closeTo(2 / 2 ** 8, 9) })
    expect(alone.noise).toEqual({ unmeasured: 'no task has two trials' })
    const again = await one((problem) => problem > 3, 'again')
    const { noise } = only(compare({ ...a, repetitions: again.episodes }, b)).figure
    // One of 20 problems changed: s² = 1/2 there, twice over 20² · √; t of 20 degrees of freedom is 2.086.
    expect(noise).toEqual({ margin: expect.closeTo(2.085963 / 20, 6), inside: false })
  })
})

test('rows may be split by horizon', async () => {
  const played = seeds(3).flatMap((seed) => [2, 10].map((horizon) => ({ seed, horizon })))
  const [a, b] = [await playRun('a', played), await playRun('b', played)]
  expect(compare(a, b, { by: ['horizon'] }).rows.map(({ horizon, pairs }) => [horizon, pairs])).toEqual([
    [2, 3],
    [10, 3],
  ])
  expect(only(compare(a, b)).figure).toMatchObject({ pairs: 6, clusters: 3 })
})
