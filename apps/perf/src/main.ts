import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
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

interface Options {
  readonly only: readonly string[]
  readonly json: string | undefined
  readonly peers: boolean
}

const options = readOptions()
if (options.peers) installPeers()
if (!havePeers())
  console.log('Other runtimes are not installed: pnpm bench:perf --peers adds them (137 MB).\n')

const chosen = benchmarks.filter(({ name }) => options.only.length === 0 || options.only.includes(name))
const results: { benchmark: string; rows: readonly Row[] }[] = []
for (const { name, title } of chosen) {
  const rows = await runBenchmark(name)
  results.push({ benchmark: name, rows })
  console.log(formatTable(title, rows))
}
const judged = results.flatMap(({ rows }) => rows).filter((row) => row.target !== undefined)
const missed = judged.filter((row) => verdictOf(row) === 'missed')
console.log(`${judged.length - missed.length} of ${judged.length} targets met`)
if (options.json !== undefined)
  writeFileSync(options.json, `${JSON.stringify(results.map(toJson), null, 2)}\n`)

function toJson({ benchmark, rows }: (typeof results)[number]): object {
  const judgedRows = rows.map((row) => ({
    ...row,
    target: row.target && { ...row.target, text: formatTarget(row.target) },
    verdict: row.target && verdictOf(row),
  }))
  return { benchmark, rows: judgedRows }
}

function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [] },
        json: { type: 'string' },
        peers: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) usage(undefined)
    const unknown = values.only.find((name) => !benchmarks.some((benchmark) => benchmark.name === name))
    if (unknown !== undefined) usage(`there is no benchmark "${unknown}"`)
    return { only: values.only, json: values.json, peers: values.peers }
  } catch (error) {
    return usage((error as Error).message)
  }
}

function usage(problem: string | undefined): never {
  if (problem === undefined) console.log(USAGE)
  else console.error(`bench:perf: ${problem}\n${USAGE}`)
  process.exit(problem === undefined ? 0 : 2)
}

/** Measures in a new process, so that no benchmark meets code that another one warmed or memory that it left. */
async function runBenchmark(name: string): Promise<readonly Row[]> {
  const child = fork(PROCESS, [name])
  let rows: readonly Row[] | undefined
  child.on('message', (message) => {
    rows = message as readonly Row[]
  })
  await once(child, 'exit')
  if (rows === undefined) throw new Error(`benchmark "${name}" ended without figures; its error is above`)
  return rows
}

/** Installs the peers from their own lockfile, apart from the workspace. Throws if that fails. */
function installPeers(): void {
  const folder = fileURLToPath(PEERS_FOLDER)
  const { status, error } = spawnSync(
    'pnpm',
    ['install', '--ignore-workspace', '--frozen-lockfile', '--dir', folder],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (error || status !== 0) {
    throw new Error('the peers were not installed; run it as: pnpm bench:perf --peers', { cause: error })
  }
}
