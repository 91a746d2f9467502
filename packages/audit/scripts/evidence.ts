/**
 * Computes every figure of the page of evidence from clones of the five public sets, and compares the page; `--write` rewrites it.
 *
 *   node --conditions=@skill-state/source packages/audit/scripts/evidence.ts CLONE... [--write]
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Audit, type AuditDocument, readRecordings } from '@skill-state/audit'
import { policyOf } from '@skill-state/policies'
import { type AuditedSet, evidencePage, type OverflowFigures } from './_evidence-page.ts'

const clones = process.argv.slice(2).filter((each) => each !== '--write')
if (clones.length === 0) throw new Error('usage: evidence.ts CLONE... [--write] (clones of the five sets)')
const page = new URL('../../../docs/evidence.md', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'evidence-'))

/** The sets of recordings: where they are in their repository, and the groups to tell apart by the paths of files. */
const SETS = [
  { name: 'WaitHZ/toolathlon-traj-website', path: 'trajs', group: /trajs\/(.+?)_/ },
  {
    name: 'microsoft/STATE-Bench',
    path: 'datasets/train_task_trajectories',
    group: /train_task_trajectories\/([^/]+)\//,
  },
  {
    name: 'WhissleAI/tau2-bench-w',
    path: 'results/whissle/medagentbench',
    group: /brain-parity_sweep25_([^/]+)\/tasks\//,
  },
  { name: 'yoheinakajima/activegraph-tau2-bench', path: 'runs', group: /(runs)\/[^/]+\/tau2_output\// },
]
const OVERFLOWS = { name: 'eval-sys/mcpmark-experiments', path: 'model_results' }

/** What a provider says if a prompt is larger than its model's window. */
const OVERFLOW =
  /context.?(?:window|length)|prompt is too long|exceeds? the (?:configured|model|input)|exceeded model token|input (?:tokens?|length|characters|token count).{0,40}(?:limit|exceed)|token (?:count|limit).{0,60}exceed|range of input length|maximum prompt length|requested token count/i

try {
  const audited: AuditedSet[] = []
  for (const set of SETS) {
    const { files, commit } = unpack(set.path, set.name)
    const groups = Map.groupBy(files, (file) => set.group.exec(file)?.[1])
    groups.delete(undefined)
    const documents: [string, AuditDocument][] = []
    for (const [name, paths] of groups) documents.push([name ?? '', await auditOf(paths)])
    audited.push({ name: set.name, path: set.path, commit, documents })
  }
  const { files, commit } = unpack(OVERFLOWS.path, OVERFLOWS.name)
  const text = evidencePage(audited, { ...OVERFLOWS, commit, ...overflowsIn(files) })
  if (process.argv.includes('--write')) writeFileSync(page, text)
  else if (readFileSync(page, 'utf8') !== text) {
    process.stdout.write('docs/evidence.md differs from the sets. Fix: run this script with --write.\n')
    process.exitCode = 1
  } else process.stdout.write('docs/evidence.md: every figure is that of the sets\n')
} finally {
  rmSync(folder, { recursive: true })
}

/** Unpacks a path of the clone that has it. */
function unpack(path: string, name: string): { readonly files: readonly string[]; readonly commit: string } {
  const git = (clone: string, ...args: string[]): string =>
    execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 }).trim()
  const clone = clones.find((each) => git(each, 'ls-tree', 'HEAD', path) !== '' && isOf(each, name))
  if (clone === undefined) throw new Error(`no clone of ${name} was given`)
  const target = join(folder, name.replace('/', '+'))
  mkdirSync(target)
  execFileSync('sh', [
    '-c',
    'git -C "$0" archive --prefix="$1/" "HEAD:$1" | tar -x -C "$2"',
    clone,
    path,
    target,
  ])
  const files = readdirSync(target, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort((a, b) => (a < b ? -1 : 1))
  return { files: files.map((file) => join(target, file)), commit: git(clone, 'rev-parse', 'HEAD') }
}

/** Two of the sets have a folder of the same name. */
function isOf(clone: string, name: string): boolean {
  return /[/+]/.test(clone) && clone.toLowerCase().includes((name.split('/')[1] ?? '').toLowerCase())
}

async function auditOf(files: readonly string[]): Promise<AuditDocument> {
  const audit = new Audit({ policies: ['full', 'clear-tool-results:keep=3'].map(policyOf) })
  for await (const recording of readRecordings(files))
    if (recording.kind === 'episode') await audit.add(recording.episode)
  return audit.document()
}

interface Run {
  readonly error_message?: string | null
  readonly token_usage?: { readonly input_tokens?: number; readonly output_tokens?: number } | null
  readonly turn_count?: number | null
}

function overflowsIn(files: readonly string[]): OverflowFigures {
  const [models, overflown] = [new Set<string>(), new Set<string>()]
  const points = new Map<string, [x: number, y: number][]>()
  let [runs, input, output, overflows, tasks] = [0, 0, 0, 0, new Set<string>()]
  for (const file of files) {
    const record = JSON.parse(readFileSync(file, 'utf8')) as {
      model: string
      task: string
      runs: Record<string, Run>
    }
    models.add(record.model)
    tasks = tasks.add(record.task)
    for (const { error_message, token_usage, turn_count } of Object.values(record.runs)) {
      const [tokens, turns] = [token_usage?.input_tokens ?? 0, turn_count ?? 0]
      runs++
      input += tokens
      output += token_usage?.output_tokens ?? 0
      if (OVERFLOW.test(error_message ?? '')) {
        overflows++
        overflown.add(record.model)
      }
      if (tokens === 0 || turns === 0) continue
      const key = `${record.model} ${record.task}`
      points.set(key, [...(points.get(key) ?? []), [Math.log(turns), Math.log(tokens)]])
    }
  }
  return {
    runs,
    models: models.size,
    tasks: tasks.size,
    ratio: input / output,
    overflows,
    overflownModels: overflown.size,
    exponent: slopeWithin([...points.values()]),
  }
}

/** The least-squares slope after the mean of each group is taken away. */
function slopeWithin(groups: readonly (readonly (readonly [x: number, y: number])[])[]): number {
  let [xy, xx] = [0, 0]
  for (const points of groups) {
    const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length
    const [meanX, meanY] = [mean(0), mean(1)]
    for (const [x, y] of points) {
      xy += (x - meanX) * (y - meanY)
      xx += (x - meanX) ** 2
    }
  }
  return xy / xx
}
