import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { planExperiment } from '@skill-state/suite'
import { expect, test } from 'vitest'
import { bench, emptyFolder } from '../test/bench.ts'
import { registry } from './registry.ts'

test('--set sets options of a runtime; its row is named by them, and replay agrees', async () => {
  const cwd = emptyFolder()
  const args = '--horizon 10 --seeds 2 --runtime prompt,skill-state --out run'
  const run = await bench(`run scaling --set skill-state.depth=shallow ${args}`, { cwd })
  expect(run.code).toBe(0)
  const report = JSON.parse(readFileSync(join(cwd, 'run/report.json'), 'utf8'))
  const subject = 'skill-state:depth=shallow'
  expect(report).toMatchObject({ subject, tests: [{ other: 'prompt' }] })
  expect(
    report.rows.find((row: { runtime: string }) => row.runtime === subject)?.figures.score.mean,
  ).toBeLessThan(1)
  expect((await bench('replay run', { cwd })).code).toBe(0)
})

test('--set for a runtime that takes no part says so', async () => {
  const { code, stderr } = await bench('run scaling --set truncated.maxPromptChars=900')
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('--set truncated: the experiment does not run this runtime'),
  ])
})

test("budget=match is the mean size of SKILL.state's own prompts in the same tasks", async () => {
  const request = { runtime: ['truncated:budget=match', 'skill-state'], horizon: [10, 100] }
  const { conditions } = await planExperiment(registry, 'budget', request)
  expect(conditions.series.map(({ horizons, runtimes }) => [...horizons, ...runtimes])).toEqual([
    [10, expect.stringMatching(/^truncated:maxPromptChars=10\d\d$/), 'skill-state'],
    [100, 'truncated:maxPromptChars=1141', 'skill-state'],
  ])
})
