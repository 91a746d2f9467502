import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { warehouse } from '@skill-state/skillexecbench'
import { expect, test } from 'vitest'
import { loadBenchmark } from './load-benchmark.ts'

const registry = { benchmarks: { warehouse } }

/** A folder with files of these texts. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'load-benchmark-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const module = (id: string): string => `export default { id: '${id}', skill: {}, tasks() {}, open() {} }`

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
  ['@acme/env', {}, /^unknown benchmark "@acme\/env"; known: warehouse, packages that are installed/],
  ['../skill-state-nowhere', {}, /there is no such file/],
  ['a/../b', {}, /^unknown benchmark "a\/\.\.\/b"; known: /],
])('%s in a folder with %j is rejected on one line', async (name, files, message) => {
  await expect(loadBenchmark(registry, name, folderOf(files))).rejects.toThrow(message)
})
