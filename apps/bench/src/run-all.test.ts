import { Meter } from '@skill-state/protocol/meter'
import { planExperiment, planJobs } from '@skill-state/suite'
import { expect, test } from 'vitest'
import { registry } from './registry.ts'

test('another model for all experiments leaves those alone that are about a reader of their own', async () => {
  const request = { model: 'reference', seeds: 1, limit: 1 }
  const { jobs } = await planJobs(registry, 'all', request, { spending: new Meter() })
  const models = jobs.map(({ plan }) => [plan.experiment.id, plan.conditions.model.name])
  expect(Object.fromEntries(models)).toMatchObject({
    scaling: 'reference',
    faults: 'faulty-reference',
    ablation: 'faulty-reference',
    leaks: 'adversary',
    calibration: 'overlooking',
  })
})

test('a runtime that is named keeps the budget that its experiment gives to others', async () => {
  const planned = async (experiment: string, runtime: string[]) => {
    const request = { runtime, horizon: [40], seeds: 1, only: ['delayed'] }
    const { episodes } = await planExperiment(registry, experiment, request)
    return episodes.map((episode) => episode.runtime.id)
  }
  const sized = expect.stringMatching(/^trim:maxPromptChars=\d+$/)
  expect(await planned('arena', ['trim', 'skill-state'])).toEqual([sized, 'skill-state'])
  expect(await planned('arena', ['trim:maxPromptChars=900', 'trim:follows=ai-sdk', 'prompt'])).toEqual([
    'trim:maxPromptChars=900',
    'trim:follows=ai-sdk',
    'prompt',
  ])
})
