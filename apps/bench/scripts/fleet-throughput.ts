// What a fleet costs and what it brings. With a model that answers at once: episodes/s of one process into files and into
// Postgres, and of 1, 2 and 4 workers. With a model that takes its time: how many times the steps of one worker 2 and 4
// bring. Each figure is the median of several rounds, in which all are measured in turn, so that their ratios hold on a
// busy machine too. The bound, a bare client that writes the same rows, is in `pnpm bench:perf --only fleet`.
//
//   node --conditions=@skill-state/source apps/bench/scripts/fleet-throughput.ts
//     [--rounds 3] [--episodes 200] [--horizon 50] [--concurrency 4] [--delay 50] [--workers 1,2,4]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Episode, fileTraces, openRunFolder, runStored, type TraceStore } from '@skill-state/eval'
import { openDatabase, openRun, postgresTraces } from '@skill-state/postgres'
import { startTestServer } from '@skill-state/postgres/testing'
import { planExperiment } from '@skill-state/suite'
import { registry } from '../src/registry.ts'
import { startProvider } from '../test/provider/provider.ts'
import { episodesPerSecond, type FleetRun, playOnFleet, rateOf } from './_fleet-rate.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    episodes: { type: 'string', default: '200' },
    horizon: { type: 'string', default: '50' },
    concurrency: { type: 'string', default: '4' },
    delay: { type: 'string', default: '50' },
    workers: { type: 'string', default: '1,2,4' },
  },
})
const concurrency = Number(values.concurrency)
const horizon = Number(values.horizon)
const fleets = values.workers.split(',').map(Number)
const request = { runtime: ['skill-state'], horizon: [horizon], seeds: Number(values.episodes) }
const cwd = mkdtempSync(join(tmpdir(), 'skill-state-'))
await using server = await startTestServer()
await using database = await openDatabase(await server.createDatabase())
const plan = await planExperiment(registry, 'scaling', request)

/** Figures of the rounds by what they are about. */
const measured = new Map<string, number[]>()
const note = (what: string, figure: number): void => {
  measured.set(what, [...(measured.get(what) ?? []), figure])
}
const median = (what: string): number => {
  const all = (measured.get(what) ?? []).toSorted((a, b) => a - b)
  return all[Math.floor(all.length / 2)] ?? Number.NaN
}

try {
  await play(
    'warm',
    fileTraces(openRunFolder(join(cwd, 'warm'), plan.conditions)),
    plan.episodes.slice(0, 20),
  )
  for (let round = 0; round < Number(values.rounds); round += 1) {
    await play('files', fileTraces(openRunFolder(join(cwd, `${round}`), plan.conditions)), plan.episodes)
    const run = await openRun(database, `round-${round}`, plan.conditions)
    await play('postgres', postgresTraces(database, run), plan.episodes)
    for (const workers of fleets) note(`at once ${workers}`, await playAtOnce(workers))
    for (const workers of fleets) note(`slow ${workers}`, await playSlowly(workers))
  }
  printOne()
  printFleets()
  printSlowFleets()
} finally {
  rmSync(cwd, { recursive: true, force: true })
}

/** Notes the episodes/s of this process, and its processor time a step. */
async function play(what: string, store: TraceStore, episodes: readonly Episode[]): Promise<void> {
  const [begun, before] = [performance.now(), process.cpuUsage()]
  const left = [...episodes]
  const work = async (): Promise<void> => {
    for (let episode = left.shift(); episode !== undefined; episode = left.shift()) {
      await runStored(store, episode, undefined, {})
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  const { user, system } = process.cpuUsage(before)
  note(what, (1_000 * episodes.length) / (performance.now() - begun))
  note(`${what}, processor`, (user + system) / 1_000 / episodes.length / horizon)
}

async function fleet(workers: number, args: readonly string[]): Promise<FleetRun> {
  return { address: await server.createDatabase(), cwd, workers, concurrency, args }
}

/** Episodes/s of a fleet whose model answers at once. */
async function playAtOnce(workers: number): Promise<number> {
  const args = Object.entries(request).flatMap(([name, value]) => [`--${name}`, String(value)])
  const run = await fleet(workers, ['scaling', ...args])
  await playOnFleet(run, async () => {})
  return await episodesPerSecond(run.address)
}

/** Steps/s of a fleet whose model takes its time; each worker has the same to do. */
async function playSlowly(workers: number): Promise<number> {
  const [seeds, steps] = [8 * workers * concurrency, 25]
  await using provider = await startProvider(0, undefined, Number(values.delay))
  const model = `--model vllm:player --base-url ${provider.url} --max-output-tokens 300`
  const args = `scaling ${model} --runtime skill-state --horizon ${steps} --seeds ${seeds}`.split(' ')
  return await playOnFleet(await fleet(workers, args), () => rateOf(provider.requests, seeds * steps))
}

function printOne(): void {
  const [files, postgres] = [median('files'), median('postgres')]
  const print = (what: string, rate: number, beside: string): void =>
    line(`${what}: ${rate.toFixed(1)} episodes/s, ${beside}`)
  const processor = (what: string): string =>
    `${median(`${what}, processor`).toFixed(3)} ms of its processor a step`
  line(`${horizon} steps an episode, ${concurrency} episodes at once, a model that answers at once`)
  print('one process into files', files, processor('files'))
  print('one process into Postgres', postgres, `${processor('postgres')}; ${ratio(postgres, files)} of files`)
  const cost = (1_000 / postgres - 1_000 / files) / horizon
  line(`Postgres adds to a step: ${cost.toFixed(3)} ms (at most 1; ${verdict(cost < 1)})`)
}

function printFleets(): void {
  const [first = 1] = fleets
  for (const workers of fleets) {
    const rate = median(`at once ${workers}`)
    const times = ratio(rate, median(`at once ${first}`))
    line(`workers: ${workers}; ${rate.toFixed(1)} episodes/s, ${times} times what ${first} brings`)
  }
}

function printSlowFleets(): void {
  line(`a model that takes ${values.delay} ms, ${concurrency} episodes at once a worker`)
  const [first = 1] = fleets
  for (const workers of fleets) {
    const rate = median(`slow ${workers}`)
    const share = rate / ((workers * concurrency * 1_000) / Number(values.delay))
    const linear = (rate * first) / median(`slow ${first}`) / workers
    line(
      `workers: ${workers}; ${rate.toFixed(1)} steps/s, ${share.toFixed(2)} of what the model allows, ${linear.toFixed(2)} of ${workers / first} times what ${first} brings (at least 0.8; ${verdict(linear >= 0.8)})`,
    )
  }
}

function ratio(part: number, whole: number): string {
  return (part / whole).toFixed(2)
}

function verdict(kept: boolean): string {
  return kept ? 'ok' : 'missed'
}

function line(text: string): void {
  process.stdout.write(`${text}\n`)
}
