import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { documentAt } from './_example.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

function bench(variables: Readonly<Record<string, string>>, ...args: string[]): string {
  const command = ['--conditions=@skill-state/source', 'apps/bench/src/main.ts', ...args]
  const env = { ...process.env, ...variables }
  return execFileSync(process.execPath, command, { cwd: root, encoding: 'utf8', stdio: 'pipe', env })
}

const coin = [
  '--benchmark',
  './docs/examples/coin.mjs',
  '--runtime',
  'skill-state',
  '--horizon',
  '10',
  '--seeds',
  '4',
]

test('the tables of the guide are those that its commands print', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-docs-'))
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  bench({ LUCK: '1' }, 'run', 'scaling', ...coin, '--out', one)
  bench({ LUCK: '2' }, 'run', 'scaling', ...coin, '--out', two)
  const guide = documentAt('docs/statistics.md')
  for (const printed of [bench({}, 'noise', one), bench({}, 'compare', one, two)]) {
    expect(scoreRow(printed)).toContain('skill-state | ')
    expect(guide.split('\n').map(cells)).toContain(scoreRow(printed))
  }
})

/** The row of the runtime in the first table of a report, which is the score's, without what aligns it. */
function scoreRow(report: string): string {
  return cells(report.split('\n').find((line) => line.startsWith('| skill-state ')) ?? '')
}

function cells(line: string): string {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
    .join(' | ')
}
