import { execFileSync } from 'node:child_process'
import { appendFileSync, copyFileSync, cpSync, globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentAt } from './_example.ts'

/*
 * The guide's promise, one file and one line, kept in a copy of the repository: the file is the guide's example, and
 * both places and the line are read from the guide.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'skill-state-contribute-'))
const LEFT_OUT = new Set(['dist', 'runs', '.turbo', '.git'])

beforeAll(() => {
  const copied = (from: string): boolean => !LEFT_OUT.has(basename(from))
  for (const folder of ['packages', 'apps', 'scripts']) {
    // Links of the workspace are relative: they lead to the copy's packages.
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      verbatimSymlinks: true,
      filter: copied,
    })
  }
  for (const file of globSync('*.{json,ts,yaml}', { cwd: root }))
    copyFileSync(join(root, file), join(copy, file))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Does what the guide says below a heading. Returns the path of the new file. */
function follow(heading: string, example: string): string {
  const [, section = ''] = documentAt('docs/guides/extend.md').split(`\n## ${heading}\n`)
  const [, file = '', list = '', line = ''] =
    /save it as\s+`(\S+)` and add one line to\s+\[\S+\]\(\.\.\/\.\.\/(\S+)\):\n\n```ts\n(export .*\n)```/.exec(
      section,
    ) ?? []
  copyFileSync(join(root, 'docs', 'examples', `${example}.ts`), join(copy, file))
  appendFileSync(join(copy, list), line)
  return file
}

function node(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' })
}

function bench(...args: string[]): string {
  return node('--conditions=@skill-state/source', 'apps/bench/src/main.ts', ...args)
}

function compile(folder: string): void {
  node('node_modules/typescript/bin/tsc', '-b', folder)
}

test('a runtime is one file and one line', () => {
  const file = follow('A runtime', 'own-runtime')
  const suite = documentAt('docs/examples/own-runtime.test.ts').replace(
    './own-runtime.ts',
    `./${basename(file)}`,
  )
  const tested = join(copy, file.replace(/\.ts$/, '.test.ts'))
  appendFileSync(tested, suite)
  compile('packages/baselines')
  node('node_modules/vitest/vitest.mjs', 'run', '--project', 'default', tested.split(sep).join('/'))
  expect(bench('list')).toMatch(/^ {2}actions-only +the actions taken so far$/m)
  const out = join(copy, 'runs', 'runtime')
  bench(
    'run',
    'scaling',
    '--runtime',
    'actions-only,skill-state',
    '--horizon',
    '10',
    '--seeds',
    '1',
    '--out',
    out,
  )
  expect(bench('report', out, '--format', 'csv')).toMatch(/,actions-only,/)
  expect(bench('replay', out)).toContain('every prompt and every figure agrees')
})

test('a context policy is one file and one line', () => {
  follow('A context policy', 'own-policy')
  compile('packages/baselines')
  expect(bench('list')).toMatch(/^ {2}beginning-and-end +the first turn and the newest two$/m)
  const out = join(copy, 'runs', 'policy')
  const runtimes = 'beginning-and-end,skill-state'
  bench('run', 'warehouse-2', '--runtime', runtimes, '--horizon', '10', '--seeds', '1', '--out', out)
  expect(bench('report', out, '--format', 'csv')).toMatch(/,beginning-and-end,/)
  expect(bench('replay', out)).toContain('every prompt and every figure agrees')
})

test('an environment with its tasks is one file and one line', () => {
  follow('An environment', 'own-benchmark')
  compile('packages/skillexecbench')
  expect(bench('list')).toMatch(/^ {2}password +A password is told first and asked for last$/m)
  const out = join(copy, 'runs', 'environment')
  bench('run', 'scaling', '--benchmark', 'password', '--horizon', '10', '--seeds', '2', '--out', out)
  expect(bench('report', out, '--format', 'csv')).toMatch(/^password@1,.*,skill-state,/m)
  expect(bench('replay', out)).toContain('every prompt and every figure agrees')
})
