import { createSpending } from '@skill-state/eval'
import { makeJobs } from '@skill-state/suite'
import { expect, test } from 'vitest'
import { registry } from './registry.ts'

test('another model for all experiments leaves those alone that are about a reader of their own', async () => {
  const request = { model: 'reference', seeds: 1, limit: 1 }
  const { jobs } = await makeJobs(registry, 'all', request, { spending: createSpending() })
  const models = jobs.map(({ plan }) => [plan.experiment.id, plan.conditions.model.name])
  expect(Object.fromEntries(models)).toMatchObject({
    scaling: 'reference',
    faults: 'faulty-reference',
    ablation: 'faulty-reference',
    leaks: 'adversary',
    calibration: 'overlooking',
  })
})
