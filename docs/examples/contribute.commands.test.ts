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

/** A short run in the copy, whose prompts and figures are recomputed. Returns its report as CSV. */
function runs(...args: string[]): string {
  const out = mkdtempSync(join(copy, 'run-'))
  bench('run', ...args, '--horizon', '10', '--out', out)
  expect(bench('replay', out)).toContain('every prompt and every figure agrees')
  return bench('report', out, '--format', 'csv')
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
  expect(runs('scaling', '--runtime', 'actions-only,skill-state', '--seeds', '1')).toMatch(/,actions-only,/)
})

test('a context policy is one file and one line', () => {
  follow('A context policy', 'own-policy')
  compile('packages/baselines')
  expect(bench('list')).toMatch(/^ {2}beginning-and-end +the first turn and the newest two$/m)
  const runtimes = 'beginning-and-end,skill-state'
  expect(runs('warehouse-2', '--runtime', runtimes, '--seeds', '1')).toMatch(/,beginning-and-end,/)
})

test('an environment with its tasks is one file and one line', () => {
  follow('An environment', 'own-benchmark')
  compile('packages/skillexecbench')
  expect(bench('list')).toMatch(/^ {2}password +A password is told first and asked for last$/m)
  expect(runs('scaling', '--benchmark', 'password', '--seeds', '2')).toMatch(/^password@1,.*,skill-state,/m)
})

test('a model and a provider are one file and one line each', () => {
  follow('A model', 'own-model')
  follow('A provider', 'own-provider')
  compile('packages/models')
  const listed = bench('list')
  expect(listed).toMatch(/^ {2}stubborn +no language model: takes the same action at each step$/m)
  expect(listed).toMatch(/^ {2}acme:MODEL +needs ACME_API_KEY$/m)
  expect(runs('scaling', '--model', 'stubborn', '--runtime', 'prompt', '--seeds', '1')).toMatch(/,prompt,/)
  const asked = ['run', 'scaling', '--model', 'acme:small', '--limit', '1']
  expect(() => bench(...asked)).toThrow(/acme needs a key: set the environment variable ACME_API_KEY/)
  expect(bench(...asked, '--dry-run')).toContain('1 episodes with model acme:small')
})
