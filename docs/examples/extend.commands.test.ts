import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { linesOf } from './_example.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

function run(file: string, ...args: string[]): string {
  const command = ['--conditions=@skill-state/source', file, ...args]
  return execFileSync(process.execPath, command, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
}

test('the rule of the guide keeps the lowest price, and rejects what is not a price', () => {
  expect(linesOf('own-merge-rule')).toEqual([
    '{"prices":{"lamp":30,"desk":80}}',
    'expected a price, which is a number',
  ])
})

test('the column of the guide stands in a report of recorded traces', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'skill-state-docs-')), 'run')
  run('apps/bench/src/main.ts', 'run', 'scaling', '--horizon', '10', '--seeds', '2', '--out', folder)
  const report = run('docs/examples/own-column.ts', folder)
  const rows = report.split('\n').filter((line) => /\| (?:prompt|skill-state) /.test(line))
  expect(report).toContain('Chars / step')
  expect(rows.slice(0, 2)).toEqual([
    expect.stringMatching(/ 1\.00 .*\d,\d{3}/),
    expect.stringMatching(/ 1\.00 .*\d,\d{3}/),
  ])
})
