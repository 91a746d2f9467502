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

interface Said {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Types bench commands in the copy, one after the other in one process: to load the copy takes longer than most of them. */
function bench(commands: readonly (readonly string[])[]): readonly Said[] {
  const script = `
    import { bench } from './apps/bench/test/bench.ts'
    const said = []
    for (const args of ${JSON.stringify(commands)}) said.push(await bench(args))
    process.stdout.write(JSON.stringify(said))`
  return JSON.parse(node('--conditions=@skill-state/source', '--input-type=module', '--eval', script))
}

/** A short run, whose prompts and figures are recomputed, and its report as CSV. */
function runOf(...args: string[]): readonly (readonly string[])[] {
  const out = join(copy, `run-${args.join('-')}`)
  return [
    ['run', ...args, '--horizon', '10', '--out', out],
    ['replay', out],
    ['report', out, '--format', 'csv'],
  ]
}

const acme = ['run', 'scaling', '--model', 'acme:small', '--limit', '1']
const commands = {
  list: [['list']],
  runtime: runOf('scaling', '--runtime', 'actions-only,skill-state', '--seeds', '1'),
  policy: runOf('warehouse-2', '--runtime', 'beginning-and-end,skill-state', '--seeds', '1'),
  benchmark: runOf('scaling', '--benchmark', 'password', '--seeds', '2'),
  model: runOf('scaling', '--model', 'stubborn', '--runtime', 'prompt', '--seeds', '1'),
  provider: [acme, [...acme, '--dry-run']],
}
/** The new file. */
let runtime: string
let said: Readonly<Record<keyof typeof commands, readonly Said[]>>

beforeAll(() => {
  runtime = follow('A runtime', 'own-runtime')
  follow('A context policy', 'own-policy')
  follow('An environment', 'own-benchmark')
  follow('A model', 'own-model')
  follow('A provider', 'own-provider')
  const packages = ['baselines', 'skillexecbench', 'models'].map((name) => `packages/${name}`)
  node('node_modules/typescript/bin/tsc', '-b', '--checkers', '1', ...packages)
  const all = [...bench(Object.values(commands).flat())]
  said = Object.fromEntries(
    Object.entries(commands).map(([name, { length }]) => [name, all.splice(0, length)]),
  ) as Record<string, readonly Said[]> as typeof said
})

/** The report of a run that is over and whose replay agrees. */
function reportOf(name: keyof typeof commands): string {
  const [run, replay, report] = said[name]
  expect([run?.code, replay?.code, report?.code]).toEqual([0, 0, 0])
  expect(replay?.stdout).toContain('every prompt and every figure agrees')
  return report?.stdout ?? ''
}

const listed = (): string => said.list[0]?.stdout ?? ''

test('a runtime is one file and one line', () => {
  const suite = documentAt('docs/examples/own-runtime.test.ts').replace(
    './own-runtime.ts',
    `./${basename(runtime)}`,
  )
  const tested = join(copy, runtime.replace(/\.ts$/, '.test.ts'))
  appendFileSync(tested, suite)
  node('node_modules/vitest/vitest.mjs', 'run', '--project', 'default', tested.split(sep).join('/'))
  expect(listed()).toMatch(/^ {2}actions-only +the actions taken so far$/m)
  expect(reportOf('runtime')).toMatch(/,actions-only,/)
})

test('a context policy is one file and one line', () => {
  expect(listed()).toMatch(/^ {2}beginning-and-end +the first turn and the newest two$/m)
  expect(reportOf('policy')).toMatch(/,beginning-and-end,/)
})

test('an environment with its tasks is one file and one line', () => {
  expect(listed()).toMatch(/^ {2}password +A password is told first and asked for last$/m)
  expect(reportOf('benchmark')).toMatch(/^password@1,.*,skill-state,/m)
})

test('a model and a provider are one file and one line each', () => {
  expect(listed()).toMatch(/^ {2}stubborn +no language model: takes the same action at each step$/m)
  expect(listed()).toMatch(/^ {2}acme:MODEL +needs ACME_API_KEY$/m)
  expect(reportOf('model')).toMatch(/,prompt,/)
  const [refused, predicted] = said.provider
  expect(refused?.code).not.toBe(0)
  expect(refused?.stderr).toMatch(/acme needs a key: set the environment variable ACME_API_KEY/)
  expect(predicted).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 episodes with model acme:small'),
  })
})
