import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

function bench(...args: string[]): string {
  const command = ['--conditions=@skill-state/source', 'apps/bench/src/main.ts', ...args]
  return execFileSync(process.execPath, command, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
}

test('a benchmark of another module is run, reported and replayed by the commands of the guide', () => {
  const out = join(mkdtempSync(join(tmpdir(), 'skill-state-docs-')), 'password')
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
