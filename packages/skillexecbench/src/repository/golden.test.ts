import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { asPublished } from '../../test/as-published.ts'
import { play } from '../../test/play.ts'
import { repositoryBenchmark } from './benchmark.ts'
import type { RepositoryOptions } from './variant.ts'

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
  [{}, '3e214dc982af969c335c3f87b286871808c21675033fad9aef3a62826b4922ae'],
  [{ scenario: 'A' }, '423386e9071a9a2b1c850b4a6849ef427352183a0e0ac98b0a2281293346bf9b'],
  [{ scenario: 'B' }, 'f3ec19dde4e631ebf9abdeb454eb88d735ef1d28a26e53fca5d0c4a81b4aecea'],
  [{ scenario: 'C' }, '669ffc24ce85ee1e4be4a5e54aa0c23b28020758991758964e4cd9f82a0c28bf'],
])('repository@1 with %j behaves as published', async (options, digest) => {
  expect(await digestOf(options)).toBe(digest)
})
