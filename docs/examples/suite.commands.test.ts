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

test('the suite of the example runs both benchmarks, and its report says who lost the password', () => {
  const out = join(mkdtempSync(join(tmpdir(), 'skill-state-docs-')), 'small')
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
