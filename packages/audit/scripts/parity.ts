/**
 * Audits the shared recordings and compares every figure with the results of an independent implementation: integers
 * must be equal, other numbers within 1e-6.
 *
 *   node --conditions=@skill-state/source packages/audit/scripts/parity.ts ../shared/recordings
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Audit, readRecordings } from '@skill-state/audit'

const [data] = process.argv.slice(2)
if (data === undefined) throw new Error('usage: parity.ts FOLDER (of the shared recordings)')

const packs = [
  ['gemini-3-flash-base', 'base'],
  ['gpt-4.1-mini-base', 'base'],
  ['gpt-5-mini-base', 'base'],
  ['gemini-3-flash-mermaid', 'mermaid'],
].map(([run, harness]) => [run, `tau2-retail/${run}.jsonl.gz`, `tau2-retail/prompts/${harness}.txt`])

for (const [name, file, prompt] of [['edge', 'edge/edge.jsonl', 'edge/prompt.txt'], ...packs]) {
  const audit = new Audit({ prompt: readFileSync(join(data, prompt ?? ''), 'utf8'), stateTools: ['todo'] })
  const differences: string[] = []
  for await (const recording of readRecordings([join(data, file ?? '')])) {
    if (recording.kind === 'episode') audit.add(recording.episode)
    else differences.push(`${recording.place}: ${recording.message}`)
  }
  const expected = JSON.parse(readFileSync(join(data, `expected/${name}.json`), 'utf8')) as unknown
  compare(JSON.parse(JSON.stringify(audit.document())), expected, '', differences)
  process.stdout.write(
    `${name}: ${differences.length === 0 ? 'equal' : `${differences.length} differences`}\n`,
  )
  for (const each of differences.slice(0, 20)) process.stdout.write(`  ${each}\n`)
  if (differences.length > 0) process.exitCode = 1
}

function compare(found: unknown, expected: unknown, place: string, differences: string[]): void {
  if (isObject(found) && isObject(expected)) {
    for (const key of new Set([...Object.keys(found), ...Object.keys(expected)])) {
      compare(found[key], expected[key], `${place}/${key}`, differences)
    }
  } else if (!isSame(found, expected)) {
    differences.push(`${place}: ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`)
  }
}

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b
  return Number.isInteger(a) && Number.isInteger(b) ? a === b : Math.abs(a - b) <= 1e-6
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null
}
