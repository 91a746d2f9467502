import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@skill-state/postgres'
import type { TestServer } from '@skill-state/postgres/testing'
import { bench, suiteFolder } from '../bench.ts'
import { startProvider } from '../provider/provider.ts'
import { type Running, startBench, timelessFiles } from './fleet.ts'

const KEY = { VLLM_API_KEY: 'sk-none' }
/** Episodes that one worker plays at once: the most calls that it has in flight. */
const CONCURRENCY = 4

export interface WorkerTorment {
  readonly workers: number
  readonly episodes: number
  readonly horizon: number
  /** A worker is killed each time. */
  readonly killEveryMs: number
  readonly maxKills: number
  /** How long the one worker is paused, which is longer than its claims last. */
  readonly pauseMs: number
  /** Random numbers from 0 to 1. */
  readonly random: () => number
}

export interface Tormented {
  readonly kills: number
  readonly restarts: number
  /** Calls that one machine needed, and that the fleet made beside. */
  readonly needed: number
  readonly extra: number
  /** Calls that could be in flight when a worker was killed or paused. */
  readonly allowed: number
  readonly seconds: number
  /** What is not as it must be; empty if all is well. */
  readonly faults: readonly string[]
}

/**
 * Runs a suite on one machine and then on a fleet, whose workers are killed and replaced; one is paused beyond its claims,
 * and the server is restarted in the middle if it is the test's own. Then compares what came out.
 */
export async function tormentWorkers(server: TestServer, options: WorkerTorment): Promise<Tormented> {
  await using provider = await startProvider()
  const cwd = suiteFolder(...suiteLines(provider.url, options))
  const alone = await bench('run s.yaml --out alone', { cwd, env: KEY })
  if (alone.code !== 0) throw new Error(`the run on one machine failed: ${alone.stderr}`)
  const needed = provider.requests()
  const address = await server.createDatabase()
  const begun = performance.now()
  const torment = await runFleet(address, { ...options, cwd, server })
  const seconds = (performance.now() - begun) / 1000
  const { kills, restarts, paused } = torment
  const extra = provider.requests() - 2 * needed
  const allowed = (kills + paused) * CONCURRENCY
  return {
    ...{ kills, restarts, needed, extra, allowed, seconds },
    faults: [
      ...torment.faults,
      ...(await endsOf(address, options.episodes)),
      ...differencesBetween(join(cwd, 'alone'), join(cwd, 'fleet')),
      ...(extra > allowed ? [`${extra} calls more, where at most ${allowed} could be in flight`] : []),
    ],
  }
}

function suiteLines(url: string, { episodes, horizon }: WorkerTorment): readonly string[] {
  return [
    'name: killed',
    'benchmarks: [warehouse]',
    `horizons: [${horizon}]`,
    'runtimes: [skill-state]',
    `models: [{ model: "vllm:player", baseUrl: "${url}", label: player }]`,
    `seeds: ${episodes}`,
  ]
}

interface FleetRun {
  readonly kills: number
  readonly restarts: number
  readonly paused: number
  readonly faults: readonly string[]
}

async function runFleet(
  address: string,
  options: WorkerTorment & { readonly cwd: string; readonly server: TestServer },
): Promise<FleetRun> {
  const { cwd, server, workers, maxKills, killEveryMs, pauseMs, random } = options
  const fleet = Array.from({ length: workers }, () => startWorker(address, cwd))
  let ended = false
  const run = bench(`run s.yaml --queue ${address} --out fleet`, { cwd, env: KEY }).finally(() => {
    ended = true
  })
  const faults: string[] = []
  let [kills, restarts, paused] = [0, 0, 0]
  let pausing: Promise<void> | undefined
  let untouchable = -1
  while (!ended && kills < maxKills) {
    await Promise.race([run, sleep(killEveryMs)])
    const index = Math.floor(random() * workers)
    const victim = fleet[index]
    if (ended || victim === undefined || index === untouchable || !isUp(victim)) continue
    if (paused === 0) {
      paused = 1
      untouchable = index
      pausing = pause(victim.child, pauseMs).then(() => {
        untouchable = -1
      })
      continue
    }
    victim.child.kill('SIGKILL')
    kills += 1
    fleet[index] = startWorker(address, cwd)
    if (kills === Math.min(10, Math.ceil(maxKills / 2)) && restarts === 0 && server.restart !== undefined) {
      await server.restart()
      restarts = 1
    }
  }
  await pausing
  const { code, stderr } = await run
  if (code !== 0) faults.push(`bench run --queue ended with exit code ${code}: ${stderr.slice(-500)}`)
  for (const worker of fleet) {
    const { child, said } = worker
    const wasUp = isUp(worker) // before that, the signal has no listener
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    if (wasUp && child.exitCode !== 0)
      faults.push(`a worker that was to drain ended with exit code ${child.exitCode}: ${said()}`)
  }
  return { kills, restarts, paused, faults }
}

function startWorker(address: string, cwd: string): Running {
  return startBench(`worker --queue ${address} --concurrency ${CONCURRENCY}`, { cwd })
}

function isUp({ said }: Running): boolean {
  return said().includes('episodes at once')
}

async function pause(child: ChildProcess, milliseconds: number): Promise<void> {
  child.kill('SIGSTOP')
  await sleep(milliseconds)
  child.kill('SIGCONT')
}

/** Episodes whose traces do not have exactly one end. */
async function endsOf(address: string, episodes: number): Promise<string[]> {
  await using database = await openDatabase(address)
  const { rows } = await database.pool.query<{ ends: string }>(
    `select count(l.line) filter (where l.line like '{"kind":"end"%') as ends
     from skill_state.episodes e join skill_state.lines l on l.episode = e.id and l.part = e.part group by e.id`,
  )
  const wrong = rows.filter(({ ends }) => ends !== '1').length
  return [
    ...(wrong > 0 ? [`${wrong} episodes do not have exactly one end`] : []),
    ...(rows.length === episodes ? [] : [`${rows.length} episodes are on record, of ${episodes}`]),
  ]
}

/** Files of the two folders that differ in more than durations. */
function differencesBetween(a: string, b: string): string[] {
  const [own, other] = [timelessFiles(a), timelessFiles(b)]
  return [...new Set([own, other].flatMap(Object.keys))]
    .filter((file) => own[file] !== other[file])
    .map((file) => `${file} is not that of the run on one machine`)
    .slice(0, 5)
}
