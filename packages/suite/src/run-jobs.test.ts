import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder, play } from '../test/run-small.ts'
import { registry } from '../test/small-registry.ts'
import { planExperiment } from './plan/plan-experiment.ts'

test('an episode that two runs have is played once, and copied; an episode of one run is not', async () => {
  const path = emptyFolder()
  const plan = (seeds: number) =>
    planExperiment(registry, 'scaling', { runtime: ['skill-state'], horizon: [2], seeds })
  const jobs = [
    { plan: await plan(1), out: join(path, 'a') },
    { plan: await plan(2), out: join(path, 'b') },
  ]
  expect(await play(jobs)).toEqual(['0 42 played', '1 42 copied', '1 43 played'])
})
