import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Meter } from '@skill-state/protocol/meter'
import { planExperiment, planJobs, runJobs } from '@skill-state/suite'
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

test('an episode that two runs have is played once, and copied; an episode of one run is not', async () => {
  const path = mkdtempSync(join(tmpdir(), 'jobs-'))
  const plan = (seeds: number) =>
    planExperiment(registry, 'scaling', { runtime: ['skill-state'], horizon: [2], seeds })
  const jobs = [
    { plan: await plan(1), out: join(path, 'a') },
    { plan: await plan(2), out: join(path, 'b') },
  ]
  const ends: string[] = []
  const done = runJobs(jobs, {
    tokenizer: registry.tokenizer,
    report: async () => undefined,
    concurrency: 1,
    spending: new Meter(),
    retryErrors: false,
    stop: new AbortController().signal,
    signal: new AbortController().signal,
    onEvent: (job, event) => {
      if (event.kind === 'episode-ended') ends.push(`${job} ${event.episode.task.seed} ${event.how}`)
    },
    onLine: () => {},
    onOutage: () => {},
  })
  for await (const _ of done);
  expect(ends).toEqual(['0 42 played', '1 42 copied', '1 43 played'])
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
