import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sentBy } from './measure/new-process.ts'
import { type Row, verdictOf } from './measure/row.ts'
import { formatTable, formatTarget } from './measure/table.ts'
import { havePeers, PEERS_FOLDER } from './peer.ts'
import { benchmarks } from './registry.ts'

const PROCESS = new URL('benchmark-process.ts', import.meta.url)

const USAGE = `pnpm bench:perf [--only NAME] [--json FILE] [--peers]
  --only NAME   one of: ${benchmarks.map(({ name }) => name).join(', ')}; may be given more than once
  --json FILE   writes the figures too
  --peers       installs the other runtimes to compare with first
Figures are medians of CPU time. The exit code is always 0.`

const { only, json, peers } = readOptions()
if (peers) installPeers()
if (!havePeers())
  console.log('Other runtimes are not installed: pnpm bench:perf --peers adds them (137 MB).\n')

const results: { benchmark: string; rows: readonly Row[] }[] = []
for (const { name, title } of benchmarks) {
  if (only.length > 0 && !only.includes(name)) continue
  const rows = await sentBy<readonly Row[]>(PROCESS, [name])
  results.push({ benchmark: name, rows })
  console.log(formatTable(title, rows))
}
const verdicts = results.flatMap(({ rows }) => rows.flatMap((row) => verdictOf(row) ?? []))
console.log(`${verdicts.filter((verdict) => verdict === 'ok').length} of ${verdicts.length} targets met`)
if (json !== undefined) writeFileSync(json, `${JSON.stringify(results.map(toJson), null, 2)}\n`)

function toJson({ benchmark, rows }: (typeof results)[number]): object {
  const judged = rows.map((row) => ({
    ...row,
    target: row.target && { ...row.target, text: formatTarget(row.target) },
    verdict: verdictOf(row),
  }))
  return { benchmark, rows: judged }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [] },
        json: { type: 'string' },
        peers: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    const unknown = values.only.find((name) => !benchmarks.some((benchmark) => benchmark.name === name))
    if (unknown !== undefined) throw new Error(`there is no benchmark "${unknown}"`)
    if (!values.help) return values
    console.log(USAGE)
    process.exit(0)
  } catch (error) {
    console.error(`bench:perf: ${(error as Error).message}\n${USAGE}`)
    process.exit(2)
  }
}

/** Installs the peers from their own lockfile, apart from the workspace. Throws if that fails. */
function installPeers(): void {
  const folder = fileURLToPath(PEERS_FOLDER)
  const args = ['install', '--ignore-workspace', '--frozen-lockfile', '--dir', folder]
  const { status, error } = spawnSync('pnpm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return
  throw new Error('the peers were not installed; run it as: pnpm bench:perf --peers', { cause: error })
}
