import { readFileSync } from 'node:fs'
import { warehouse } from '@skill-state/skillexecbench'
import { expect, test } from 'vitest'
import { playTask } from '../test/play-task.ts'
import { registry } from './registry.ts'

test.each([
  ['truncated', ['0.34', '1.00', '0.98']],
  ['llmlingua', ['0.08', '0.10', '0.94']],
] as const)('what the guide says of %s in experiment 5 comes out again', async (runtime, said) => {
  const scores: string[] = []
  for (const reader of ['reference', 'reader:notes=dense', 'adversary']) {
    const modelFor = await registry.findModel(reader, {})
    let sum = 0
    for (const task of warehouse.tasks({ seeds: [42, 43, 44, 45, 46], horizons: [100] })) {
      sum += (await playTask(warehouse, task, runtime, modelFor(warehouse, task, runtime))).kept
    }
    scores.push((sum / 5).toFixed(2))
  }
  expect(scores).toEqual(said)
  const page = readFileSync(new URL('../../../docs/benchmarks.md', import.meta.url), 'utf8')
  for (const score of scores) expect(/Experiment 5 measures[^-]*/.exec(page)?.[0]).toContain(score)
})
