import { Meter } from '@skill-state/protocol/meter'
import { describeJobs, planJobs } from '@skill-state/suite'
import { expect, test } from 'vitest'
import { registry } from './registry.ts'

const jobsOf = (name: string, request: object) =>
  planJobs(registry, name, { dryRun: true, ...request }, { spending: new Meter() })

test('every experiment with one model: one with a model of its own keeps it', async () => {
  const { jobs } = await jobsOf('all', { model: 'gemini:gemini-3-flash', temperature: 0, seeds: 1, limit: 1 })
  const models = new Map(jobs.map(({ plan }) => [plan.experiment.id, plan.conditions.model.name]))
  expect(models.get('faults')).toBe('faulty-reference')
  expect(models.get('scaling')).toBe('gemini:gemini-3-flash')
})

test("the paper's experiments with one model: calls, tokens and cost without a key, and each episode once", async () => {
  const jobs = await jobsOf('paper', { model: 'gemini:gemini-3-flash', seeds: 1, limit: 1 })
  const texts = await Array.fromAsync(describeJobs(registry, jobs))
  const [last = '', ...runs] = texts.toReversed()
  expect(runs).toHaveLength(10)
  for (const text of runs)
    expect(text).toMatch(/predicted, .* \d+ calls, \d+ input tokens.*cost: [\d.]+ USD/s)
  const [, different = 0] = /in all: (\d+) different episodes in 10 runs/.exec(last) ?? []
  expect(Number(different)).toBeLessThan(10)
  expect(last).toMatch(/cost: [\d.]+ USD/)
  expect(last).toContain('left out: tau-bench-retail, which needs data: --set tau-bench.data=DIR')
})
