import { readdirSync } from 'node:fs'
import { runtimes } from '@skill-state/baselines'
import { expect, test } from 'vitest'
import { documentAt } from './_example.ts'

const guide = documentAt('docs/benchmarks.md')

const folder = 'apps/bench/src/experiments'
const experiments = readdirSync(new URL(`../../${folder}`, import.meta.url), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => documentAt(`${folder}/${name}`).split('\nexport const '))
  .filter((source) => /^\w+: Experiment = /.test(source))
  .flatMap((source) => [...source.matchAll(/^ {2}id: '(.+)',$/gm)].map(([, id = '']) => ({ id, source })))

test('the guide has a row for each experiment, with the label of its table', () => {
  expect(experiments.length).toBeGreaterThan(10)
  const missing = experiments.filter(({ id, source }) => {
    const label = /publishedIn\('(.+)'\)/.exec(source)?.[1]
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${id}\` `))
    return row === undefined || (label !== undefined && !row.includes(`\`${label}\``))
  })
  expect(missing.map(({ id }) => id)).toEqual([])
})

test('the guide has a row for each runtime and each benchmark of the paper, and no row of a runtime that is gone', () => {
  const paper = ['prompt', 'memory', 'stateful', 'truncated', 'summary-capped', 'llmlingua', 'skill-state']
  const names = [...paper, 'warehouse@1', 'repository@1', 'delayed@1', 'retraction@2']
  expect(names.filter((name) => !guide.includes(`\n| \`${name}\` `))).toEqual([])
  const [, table = ''] = guide.split('\n## The runtimes\n')
  const rows = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| `([\w-]+)` /gm)].map(([, name]) => name)
  const known = new Set(runtimes.map(({ id }) => id))
  expect(rows.length).toBeGreaterThanOrEqual(paper.length)
  expect(rows.filter((name = '') => !known.has(name))).toEqual([])
})

test.each(['README.md', 'docs/contributing.md', 'docs/benchmarks.md', 'docs/state-core.md'])(
  'every experiment that %s says to run exists',
  (path) => {
    const named = [...documentAt(path).matchAll(/\bbench run ([a-z-]+)/g)].map(([, id]) => id)
    const known = ['all', 'paper', ...experiments.map(({ id }) => id)]
    expect(named.filter((id) => id !== undefined && !known.includes(id))).toEqual([])
    expect(named.length).toBeGreaterThan(0)
  },
)
