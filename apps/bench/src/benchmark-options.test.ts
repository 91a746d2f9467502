import { Meter } from '@skill-state/protocol/meter'
import { planJobs } from '@skill-state/suite'
import { expect, test } from 'vitest'
import { registry } from './registry.ts'

test.each(
  Object.entries({
    '{ name: warehouse, horizons: [10], data: own }':
      '46: benchmarks.0.data: benchmark warehouse takes no such option',
    '{ name: tau-bench, data: own, mode: fixed }':
      '41: benchmarks.0.mode: benchmark tau-bench takes no such option',
    '{ name: tau-bench, data: own, userStrategy: none }':
      '49: benchmarks.0.userStrategy: expected llm or react or scripted',
    '{ name: tau-bench, data: own, domain: retail }':
      '5: benchmarks.0: data own: it is one domain of its own; leave out domain and split',
    '{ name: tau-bench, data: "." }': '5: benchmarks.0.domain: say one of retail, airline',
    '{ name: intercode, data: own, statuses: [offlin] }': '46: benchmarks.0.statuses.0: expected offline or ',
    '{ name: repository, horizons: [25], scenario: D }':
      '51: benchmarks.0.scenario: Invalid option: expected one of "A"|"B"|"C"',
    '{ name: warehouse, horizons: [10], noise: { condition: loud, lines: 5 } }':
      '60: benchmarks.0.noise.condition: expected irrelevant or chatter or overrides',
    '{ name: warehouse, horizons: [10], noise: { condition: chatter, line: 5 } }':
      '69: benchmarks.0.noise.line: there is no such key; did you mean lines?',
    '{ name: warehouse, horizons: [10], load: 600 }':
      '5: benchmarks.0: load must be at most the number of shelves, 500, not 600',
  }),
)('the benchmark %s of a suite file is rejected with its place', async (entry, said) => {
  const lines = ['name: a', 'benchmarks:', `  - ${entry}`, 'runtimes: [prompt]', 'models: [reference]']
  const planned = planJobs(registry, 's.yaml', {}, { spending: new Meter(), text: lines.join('\n') })
  await expect(planned).rejects.toThrow(`s.yaml:3:${said}`)
})
