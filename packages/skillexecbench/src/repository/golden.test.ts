import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { asPublished } from '../../test/as-published.ts'
import { play } from '../../test/play.ts'
import type { RepositoryOptions } from './benchmark.ts'
import { repositoryBenchmark } from './benchmark.ts'

/** A policy that is right at times and wrong in many ways that the rules name. */
const clumsy = [
  'Wait',
  'Commit(master, auth.ts)',
  'Merge(pr_4)',
  'RunTests(nobody_1)',
  'CherryPick(c1, release_1)',
  'CreateRelease(master)',
  'merge("4")\n',
]

/** SHA-256 of tasks, skill, observations, actions and outcomes: the same in every process and version. */
async function digestOf(options: RepositoryOptions): Promise<string> {
  const benchmark = repositoryBenchmark(options)
  const hash = createHash('sha256').update(JSON.stringify([benchmark.id, benchmark.skill]))
  const horizons = options.scenario === undefined ? [1, 10, 200] : [20, 100]
  for (const task of benchmark.tasks({ seeds: [1, 42], horizons })) {
    hash.update(JSON.stringify(task))
    for (const kind of ['state', 'history'] as const) {
      const { steps, outcome } = await play(benchmark.open(task), benchmark, task.seed, kind)
      hash.update(asPublished([steps, outcome]))
    }
    const environment = benchmark.open(task)
    let observation = await environment.reset(task)
    for (let step = 0; !observation.done; step += 1) {
      hash.update(JSON.stringify(observation))
      observation = await environment.step(clumsy[step % clumsy.length] ?? 'Wait')
    }
    hash.update(asPublished([observation, await environment.outcome()]))
  }
  return hash.digest('hex')
}

test.each<[RepositoryOptions, string]>([
  [{}, 'e3f4b3cf69c319c017ae48f8173c561049c5da358b5ce82aa65d940ebe3566fe'],
  [{ scenario: 'A' }, 'aea6d3992c6f9a8c264ce1a733d5ca470e4ad8dc816aaf0f6681a2e80e11645d'],
  [{ scenario: 'B' }, '6787893c047423e81c039800bf184575073c86546b82e5da81e97512bd93f75f'],
  [{ scenario: 'C' }, 'fa9360dbe26038df5f6c0eaacbeb60730868a9948639399f226678ffdb67d262'],
])('repository@1 with %j behaves as published', async (options, digest) => {
  expect(await digestOf(options)).toBe(digest)
})
