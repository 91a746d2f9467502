// How fast episodes end that cost no time to decide: one process into files and into Postgres, and 1, 2 and 4 workers.
//
//   node --conditions=@skill-state/source apps/bench/scripts/fleet-throughput.ts [--episodes 200] [--horizon 50]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Episode, fileStore, openRunFolder, runStored, type Store } from '@skill-state/eval'
import { connect, openRun, postgresStore } from '@skill-state/postgres'
import { startTestServer } from '@skill-state/postgres/testing'
import { bench, benchArguments } from '../src/fixtures/bench.ts'
import { planExperiment } from '../src/plan-experiment.ts'

const { values } = parseArgs({
  options: { episodes: { type: 'string', default: '200' }, horizon: { type: 'string', default: '50' } },
})
const { episodes: seeds, horizon } = values
const [episodes, steps] = [Number(seeds), Number(seeds) * Number(horizon)]
const flags = { runtime: 'skill-state', horizon, seeds }
const cwd = mkdtempSync(join(tmpdir(), 'skill-state-'))
const print = (line: string): void => void process.stdout.write(`${line}\n`)
await using server = await startTestServer()

const plan = await planExperiment('scaling', flags)
const concurrency = 4
const play = async (store: Store, all: readonly Episode[]): Promise<number> => {
  const begun = performance.now()
  const left = [...all]
  const work = async (): Promise<void> => {
    for (let episode = left.shift(); episode !== undefined; episode = left.shift()) {
      await runStored(store, episode, undefined, {})
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return performance.now() - begun
}
const files = fileStore(openRunFolder(join(cwd, 'files'), plan.conditions))
await play(files, plan.episodes.slice(0, 20)) // what is compiled once
const inFiles = await play(files, plan.episodes)
await using database = await connect(await server.createDatabase())
const inPostgres = await play(
  postgresStore(database, await openRun(database, 'one', plan.conditions)),
  plan.episodes,
)
print(`one process into files: ${((episodes / inFiles) * 1000).toFixed(1)} episodes/s`)
print(`one process into Postgres: ${((episodes / inPostgres) * 1000).toFixed(1)} episodes/s`)
print(
  `Postgres costs ${((inPostgres - inFiles) / steps).toFixed(3)} ms more a step, ${concurrency} episodes at once`,
)

for (const workers of [1, 2, 4]) {
  const address = await server.createDatabase()
  const fleet = Array.from({ length: workers }, () =>
    spawn(process.execPath, benchArguments(['worker', '--queue', address]), {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  )
  await Promise.all(fleet.map(({ stderr }) => once(stderr, 'data')))
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])
  const { code, stderr } = await bench(
    ['run', 'scaling', ...args, '--queue', address, '--out', `w${workers}`],
    { cwd },
  )
  if (code !== 0) throw new Error(stderr)
  await using tables = await connect(address)
  const { rows } = await tables.pool.query<{ seconds: number }>(
    `select extract(epoch from max(completed_on) - min(started_on))::float8 as seconds from skill_state_queue.job`,
  )
  print(`${workers} workers: ${(episodes / (rows[0]?.seconds ?? 0)).toFixed(1)} episodes/s`)
  for (const child of fleet) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}
