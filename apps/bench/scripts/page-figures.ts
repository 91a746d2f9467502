/**
 * Runs the experiments that README.md, docs/index.md, docs/limits.md and docs/benchmarks.md tell figures of, writes their tables,
 * and prints each sentence that the figures say otherwise, and each figure that no sentence here accounts for. Takes about a
 * minute of one processor. `--check` writes nothing.
 *
 *   node --conditions=@skill-state/source apps/bench/scripts/page-figures.ts [--check]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '@skill-state/report'
import { bench, emptyFolder } from '../test/bench.ts'
import { budgetTable, silentRecovery } from './_page-budget.ts'
import { type Figures, sentences, tables } from './_page-sentences.ts'

/** What `pnpm costs --check` computes, and what providers say. */
const ELSEWHERE = [/\S+ times as dear with `layouts.auto`/, /some 1,000 tokens/]

const isCheck = process.argv.includes('--check')
const folder = emptyFolder()

async function run(experiment: string, args = ''): Promise<Report> {
  const { code, stderr } = await bench(`run ${experiment} ${args} --out ${experiment}`, { cwd: folder })
  if (code !== 0) throw new Error(`bench run ${experiment}: ${stderr}`)
  return JSON.parse(readFileSync(join(folder, experiment, 'report.json'), 'utf8')) as Report
}

const figures: Figures = {
  scaling: await run('scaling'),
  scalingRepository: await run('scaling-repository'),
  budget: await run('budget'),
  load: await run('load', '--runtime prompt,summary-capped,skill-state'),
  noise: await run('noise', '--runtime prompt,skill-state'),
  recovery: await run('recovery'),
  recoveryRepository: await run('recovery-repository'),
  warehouse2: await run('warehouse-2', '--runtime memoryless --horizon 100'),
  readers: await budgetTable(),
  silent: await silentRecovery('warehouse', ['A', 'B', 'C']),
  silentRepository: await silentRecovery('repository', ['A', 'B']),
}

const faults: string[] = []
for (const [page, told] of Object.entries(sentences(figures))) {
  const place = new URL(`../../../${page}`, import.meta.url)
  const before = readFileSync(place, 'utf8')
  const text = Object.entries(tables(figures)).reduce(withRegion, before)
  if (text !== before && isCheck) faults.push(`${page}: a table differs; fix: run this without --check`)
  if (!isCheck) writeFileSync(place, text)
  const [left, ...missing] = without(text, told)
  faults.push(...missing.map((sentence) => `${page} does not say: ${sentence}`))
  faults.push(...figuresIn(left).map((figure) => `${page}: nothing computes ${figure}`))
}
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else console.log('Every figure of the pages is what the experiments give.')

/** Puts a table between the marks of its name, as the formatter leaves it. */
function withRegion(text: string, [name, table]: [string, string]): string {
  const region = new RegExp(`(<!-- #region ${name} -->\n)[\\s\\S]*?(<!-- #endregion ${name} -->)`)
  return text.replace(region, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`)
}

/** The text without regions, code, addresses and the sentences; and the sentences that it does not have. */
function without(text: string, told: readonly string[]): [left: string, ...missing: string[]] {
  let left = text
    .replaceAll(/<!-- #region [\s\S]*?<!-- #endregion .*/g, '')
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/\s+/g, ' ')
  for (const pattern of ELSEWHERE) left = left.replace(pattern, ' … ')
  const missing: string[] = []
  for (const sentence of told) {
    if (left.includes(sentence)) left = left.replaceAll(sentence, ' … ')
    else missing.push(sentence)
  }
  return [left.replaceAll(/\]\([^)]*\)|`[^`]*`/g, ' '), ...missing]
}

/** Numbers that are measured or published, by their form: decimals, thousands, percentages and multiples. */
function figuresIn(text: string): string[] {
  const pattern = /.{0,40}(?<![\d.§])(?:\d+\.\d+(?![.\d])|\d{1,3}(?:,\d{3})+|\d+ %|\d+ times).{0,20}/g
  return [...text.matchAll(pattern)].map(([found]) => found)
}
