import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

function run(file: string, ...args: string[]): string {
  const command = ['--conditions=@skill-state/source', file, ...args]
  return execFileSync(process.execPath, command, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
}

const bench = (...args: string[]): string => run('apps/bench/src/main.ts', ...args)

/** A folder that is not there yet. */
const newFolder = (): string => join(mkdtempSync(join(tmpdir(), 'skill-state-docs-')), 'run')

test('a benchmark of another module is run, reported and replayed by the commands of the guide', () => {
  const out = newFolder()
  const file = './docs/examples/own-benchmark.ts'
  bench('run', 'budget', '--benchmark', file, '--horizon', '50', '--seeds', '3', '--out', out)
  const scores = bench('report', out, '--format', 'csv')
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .filter((cells) => cells.length > 1)
    .map(([id, , horizon, runtime, , , , , score]) => [id, horizon, runtime, Number(score)])
  expect(scores).toEqual([
    ['password@1', '50', 'memoryless', 0],
    ['password@1', '50', 'prompt', 1],
    ['password@1', '50', 'truncated', 0],
    ['password@1', '50', 'summary-capped', 1],
    ['password@1', '50', 'llmlingua', 0],
    ['password@1', '50', 'skill-state', 1],
  ])
  expect(bench('replay', out)).toContain('every prompt and every figure agrees')
})

test('the suite of the example runs both benchmarks, and its report says who lost the password', () => {
  const out = newFolder()
  bench('run', 'docs/examples/suite.yaml', '--out', out)
  const rows = bench('report', join(out, 'reference'), '--format', 'csv')
    .split('\n')
    .map((line) => line.split(','))
    .map(([id, , horizon, runtime, , , , , score]) => [id, horizon, runtime, score])
  expect(rows).toContainEqual(['password@1', '50', 'truncated', '0'])
  expect(rows).toContainEqual(['password@1', '50', 'skill-state', '1'])
  expect(rows).toContainEqual(['warehouse@1', '10', 'prompt', '1'])
  expect(bench('replay', out)).toContain('every prompt and every figure agrees')
})

test('the column of the guide stands in a report of recorded traces', () => {
  const folder = newFolder()
  bench('run', 'scaling', '--horizon', '10', '--seeds', '2', '--out', folder)
  const report = bench('score', folder, '--columns', 'docs/examples/own-column.ts')
  const rows = report.split('\n').filter((line) => /\| (?:prompt|skill-state) /.test(line))
  expect(report).toContain('Chars / step')
  expect(rows.slice(0, 2)).toEqual([
    expect.stringMatching(/ 1\.00 .*\d,\d{3}/),
    expect.stringMatching(/ 1\.00 .*\d,\d{3}/),
  ])
})
