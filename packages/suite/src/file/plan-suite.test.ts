import { Meter } from '@skill-state/protocol/meter'
import { expect, test } from 'vitest'
import { registry } from '../../test/small-registry.ts'
import { describeJobs } from '../describe-jobs.ts'
import { planJobs } from '../jobs.ts'
import type { Request } from '../request.ts'

/** Plans a suite file of these lines. */
const planned = (lines: readonly string[], request: Request = {}) =>
  planJobs(registry, 's.yaml', request, { spending: new Meter(), text: lines.join('\n') })

const least = ['name: a', 'benchmarks: [{ name: warehouse, horizons: [10] }]', 'runtimes: [prompt]']

test.each<[readonly string[], Request, string | RegExp]>([
  [['models: [reference]', 'seeds: 1'], { seeds: 2 }, '--seeds: s.yaml says that; change it there'],
  [['models: [nobody]'], {}, /^s\.yaml:4:10: models\.0: unknown model "nobody"; known: /],
  [
    ['models: [{ model: reference, temperature: 1 }]'],
    {},
    /^s\.yaml:4:43: models\.0\.temperature: model reference takes/,
  ],
  [
    ['models: [reference, { model: reference, label: b }]'],
    {},
    /^s\.yaml:4:21: models\.1: a model before it is the same/,
  ],
  [
    ['models: [reference, reference]'],
    {},
    /^s\.yaml:4:21: models\.1: a model before it has the folder reference too/,
  ],
  [
    ['models: [reference]', 'trials: 2'],
    { task: ['x*'] },
    /^s\.yaml:4:10: models\.0: --task: no task fits; there are t0010-s42-r1, t0010-s42-r2$/,
  ],
  [['models: [reference]'], { only: ['x'] }, /models\.0: --only: no benchmark fits; there are warehouse@1$/],
])('%j with %j is rejected', async (more, request, message) => {
  await expect(planned([...least, ...more], request)).rejects.toThrow(message)
})

test.each(
  Object.entries({
    '{ name: nothing }': '5: benchmarks.0: unknown benchmark "nothing"; known: ',
    '{ name: ./absent.ts }': '5: benchmarks.0: unknown benchmark "./absent.ts"; there is no such file',
    '{ name: warehouse }': '5: benchmarks.0: no tasks: name horizons for it',
    '{ name: warehouse, horizons: [10], tasks: [x] }': '5: benchmarks.0: no task fits',
    '{ name: delayed, horizons: [100], load: 5 }':
      '45: benchmarks.0.load: benchmark delayed takes no such option',
    '{ name: warehouse, runtimes: [promt] }': '35: benchmarks.0.runtimes.0: unknown runtime "promt"; known: ',
    '{ name: warehouse, runtimes: [prompt, { skill-state: { attemptz: 1 } }] }':
      '43: benchmarks.0.runtimes.1: options of skill-state: ',
  }),
)('the benchmark %s is rejected with its place', async (entry, said) => {
  const lines = ['name: a', 'benchmarks:', `  - ${entry}`, 'runtimes: [prompt]', 'models: [reference]']
  await expect(planned(lines)).rejects.toThrow(`s.yaml:3:${said}`)
})

test('each model is a run of its own; options name a row of their own', async () => {
  const runtimes = '[skill-state, { skill-state: { depth: shallow, attempts: 1 } }]'
  const jobs = await planned([
    'name: two',
    'title: Two models',
    'benchmarks: [warehouse]',
    'horizons: [10]',
    `runtimes: ${runtimes}`,
    'models: [reference, { model: faulty-reference, label: faulty }]',
  ])
  expect(jobs.root).toEqual({ path: 'runs/two', title: 'Two models', runs: ['reference', 'faulty'] })
  expect(jobs.jobs.map(({ out, plan }) => [out, plan.conditions.model.name])).toEqual([
    ['runs/two/reference', 'reference'],
    ['runs/two/faulty', 'faulty-reference'],
  ])
  const [text = ''] = await Array.fromAsync(describeJobs(registry, jobs))
  expect(text).toMatch(/skill-state$/m)
  expect(text).toMatch(/skill-state:attempts=1:depth=shallow$/m)
})
