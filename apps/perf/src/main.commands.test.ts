import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

function perf(...options: string[]) {
  const flags = ['--expose-gc', '--conditions=@skill-state/source']
  return spawnSync(process.execPath, [...flags, MAIN, ...options], { encoding: 'utf8' })
}

it('measures the benchmark that is named, and writes the same rows as JSON', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-perf-test-'))
  const file = join(folder, 'figures.json')
  const { status, stdout, stderr } = perf('--only', 'replies', '--json', file)
  const [written] = JSON.parse(readFileSync(file, 'utf8')) as {
    benchmark: string
    rows: { name: string }[]
  }[]
  rmSync(folder, { recursive: true })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(written?.benchmark).toBe('replies')
  for (const { name } of written?.rows ?? []) expect(stdout).toContain(`| ${name}`)
})

it.each([
  ['a benchmark that is not there', ['--only', 'nothing'], 'there is no benchmark "nothing"'],
  ['an option that is not there', ['--fast'], "Unknown option '--fast'"],
])('rejects %s with one line and the usage', (_, options, message) => {
  const { status, stdout, stderr } = perf(...options)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toContain(`bench:perf: ${message}`)
  expect(stderr).toContain('growth')
})
