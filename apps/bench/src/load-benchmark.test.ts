import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadBenchmark } from '@skill-state/suite'
import { expect, test } from 'vitest'
import { bench, emptyFolder, fixture } from '../test/bench.ts'
import { registry } from './registry.ts'

/** A folder with files of these texts. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = emptyFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const module = (id: string): string => `import { oneStep } from ${JSON.stringify(oneStep)}
export default oneStep({ id: '${id}' })
`
const oneStep = pathToFileURL(fixture('benchmark')).href

test.each([
  ['exports as a path', { exports: './a.mjs' }],
  ['the root of exports', { exports: { '.': './a.mjs', './b': './b.mjs' } }],
  ['conditions, types first', { exports: { '.': { types: './a.d.ts', import: './a.mjs' } } }],
  ['conditions at the top', { exports: { require: './b.mjs', default: './a.mjs' } }],
  ['nested conditions', { exports: { '.': { browser: './b.mjs', node: { import: './a.mjs' } } } }],
  ['a list', { exports: [{ browser: './b.mjs' }, './a.mjs'] }],
  ['main, where there are no exports', { main: 'a.mjs' }],
])('a package is loaded by %s', async (_, manifest) => {
  const from = folderOf({
    'env/package.json': JSON.stringify(manifest),
    'env/a.mjs': module('a@1'),
    'env/b.mjs': module('b@1'),
  })
  expect((await loadBenchmark(registry, './env', from)).id).toBe('a@1')
  expect((await loadBenchmark(registry, '.', join(from, 'env'))).id).toBe('a@1')
})

test('an installed package is loaded by its name, from the folder and those above it; a path by its path', async () => {
  const from = folderOf({
    'node_modules/@acme/env/package.json': '{ "exports": "./a.mjs" }',
    'node_modules/@acme/env/a.mjs': module('acme@1'),
    'deep/inside/other.mjs': module('other@1'),
  })
  expect((await loadBenchmark(registry, '@acme/env', join(from, 'deep'))).id).toBe('acme@1')
  expect((await loadBenchmark(registry, './inside/other.mjs', join(from, 'deep'))).id).toBe('other@1')
  expect((await loadBenchmark(registry, 'warehouse', from)).id).toBe('warehouse@1')
})

test.each([
  ['./env', {}, /^unknown benchmark "\.\/env"; there is no such file$/],
  ['./env', { 'env/a.mjs': '' }, /^\.\/env is a folder without package\.json; name the folder/],
  ['./env', { 'env/package.json': '{' }, /^\.\/env: its package\.json is not JSON/],
  ['./env', { 'env/package.json': '{ "exports": { "./b": "./b.mjs" } }' }, /exports nothing under "\."/],
  [
    './env',
    { 'env/package.json': '{ "exports": "./dist/a.mjs" }' },
    /^\.\/env: its package\.json names \.\/dist\/a\.mjs, which does not exist; build the package first/,
  ],
  ['./env', { 'env/package.json': '{ "exports": "./a.mjs" }', 'env/a.mjs': '' }, /exports no benchmark/],
  ['@acme/env', {}, /^unknown benchmark "@acme\/env"; known: delayed, .*, packages that are installed/],
  ['../skill-state-nowhere', {}, /there is no such file/],
  ['a/../b', {}, /^unknown benchmark "a\/\.\.\/b"; known: /],
])('%s in a folder with %j is refused on one line', async (name, files, message) => {
  await expect(loadBenchmark(registry, name, folderOf(files))).rejects.toThrow(message)
})

const manifest = '{ "exports": "./a.mjs" }'

test('--env runs the suite of the package, the series that is named, or the usual one', async () => {
  const suite = 'name: own\nbenchmarks: [./]\nruntimes: [skill-state]\nmodels: [reference]\n'
  const cwd = folderOf({
    'with/package.json': manifest,
    'with/a.mjs': module('own@1'),
    'with/suite.yaml': suite,
    'without/package.json': manifest,
    'without/a.mjs': module('bare@1'),
  })
  const own = await bench('run --env ./with', { cwd })
  expect([own.code, own.stdout]).toEqual([0, expect.stringMatching(/\| skill-state +\| +1\.00/)])
  expect(own.stdout).toContain('bench replay runs/own')
  const twice = await bench('run --env ./with --seeds 2', { cwd })
  expect([twice.code, twice.stderr]).toEqual([
    2,
    'bench: --seeds: with/suite.yaml says that; change it there\n',
  ])
  const usual = await bench('run --env ./without --runtime skill-state', { cwd })
  expect([usual.code, usual.stdout]).toEqual([0, expect.stringContaining('bare@1: in the place of')])
  const named = await bench('run budget --env ./with --runtime skill-state', { cwd })
  expect([named.code, named.stdout]).toEqual([0, expect.stringContaining('own@1: in the place of')])
  const replayed = await bench('replay runs/budget', { cwd })
  expect([replayed.code, replayed.stdout]).toEqual([
    0,
    expect.stringContaining('every prompt and every figure'),
  ])
})
