import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { digest, readRunFolder, readTraces } from '@skill-state/eval'
import { bench, benchArguments, fixture, suiteFolder } from '../bench.ts'
import { formats } from '../provider/_provider-formats.ts'
import { type Provider, startProvider } from '../provider/provider.ts'

const KEY = { VLLM_API_KEY: 'sk-none' }
const CONCURRENCY = 4

export interface Torment {
  readonly kills: number
  readonly suites: number
  /** Calls that the finished suites needed, and those that were paid for beside. */
  readonly needed: number
  readonly extra: number
  /** What is not as it must be; empty if all is well. */
  readonly faults: readonly string[]
}

export interface TormentOptions {
  readonly kills: number
  readonly seeds: number
  /** Random numbers from 0 to 1. */
  readonly random: () => number
}

/** Kills `bench run` at random instants and starts it again, suite after suite, until it was killed as often as asked. */
export async function tormentSuites({ kills, seeds, random }: TormentOptions): Promise<Torment> {
  const total = { kills: 0, suites: 0, needed: 0, extra: 0, faults: [] as string[] }
  while (total.kills < kills) {
    await using provider = await startProvider()
    const suite = createSuite(provider.url, seeds)
    let lost: Extras = new Map()
    for (let ended = false; !ended; ) {
      ended = !(await runAndKill(suite.cwd, total.kills < kills ? random : undefined))
      if (!ended) total.kills += 1
      const calls = compare(suite.out, provider)
      const lostNow = [...calls.extras].map(([hash, count]) => count - (lost.get(hash) ?? 0))
      if (calls.unpaid > 0) total.faults.push(`${calls.unpaid} recorded calls were never requested`)
      if (sum(lostNow) > (ended ? 0 : CONCURRENCY)) {
        total.faults.push(
          `${sum(lostNow)} calls were lost at once, where at most ${CONCURRENCY} are in flight`,
        )
      }
      if (lostNow.some((count) => count > 1)) total.faults.push('one kill lost a call of one step twice')
      lost = calls.extras
      if (!ended) continue
      total.needed += calls.recorded
      total.extra += sum([...calls.extras.values()])
    }
    total.suites += 1
    total.faults.push(...(await faultsOf(suite.cwd, suite.out)))
  }
  return total
}

function createSuite(url: string, seeds: number): { cwd: string; out: string } {
  const cwd = suiteFolder(
    'name: killed',
    `benchmarks: ["${fixture('named-warehouse')}"]`,
    'horizons: [20]',
    'runtimes: [prompt, skill-state]',
    `models: [{ model: "vllm:player", baseUrl: "${url}", label: player }]`,
    `seeds: ${seeds}`,
  )
  return { cwd, out: join(cwd, 'runs', 'killed', 'player') }
}

const ARGUMENTS = `run s.yaml --json --concurrency ${CONCURRENCY}`

/** True if the run was killed, false if it came to its end. Throws if it failed. */
async function runAndKill(cwd: string, random: (() => number) | undefined): Promise<boolean> {
  const child = spawn(process.execPath, benchArguments(ARGUMENTS), {
    cwd,
    env: { ...process.env, ...KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.once('data', () => random && random() >= EARLY && killIn(child, random() * 250))
  if (random && random() < EARLY) killIn(child, random() * 600)
  child.stdout.resume()
  const [code, signal] = await once(child, 'exit')
  if (signal === 'SIGKILL') return true
  if (code === 0) return false
  throw new Error(`the run ended with exit code ${code} instead of going on`)
}

/** The share of kills that come while the process starts, or anywhere after that. */
const EARLY = 0.2

function killIn(child: ChildProcess, milliseconds: number): void {
  setTimeout(() => child.kill('SIGKILL'), milliseconds)
}

/** How much more often a call was answered than it is on record, by the hash of its prompt: one of a step's own. */
type Extras = ReadonlyMap<string, number>

interface Comparison {
  readonly recorded: number
  readonly extras: Extras
  /** Calls that are more often on record than they were answered. */
  readonly unpaid: number
}

/** What was asked of the provider beside what the traces have. Throws if a reader cannot read a trace. */
function compare(out: string, { bodies }: Provider): Comparison {
  const recorded = existsSync(join(out, 'run.json'))
    ? [...readTraces(readRunFolder(out))].flatMap(({ calls }) => calls.map(({ promptHash }) => promptHash))
    : []
  const difference = new Map<string, number>()
  const add = (hash: string, count: number): void => {
    difference.set(hash, (difference.get(hash) ?? 0) + count)
  }
  for (const body of bodies) add(digest(formats.completions?.promptIn(body) ?? ''), 1)
  for (const hash of recorded) add(hash, -1)
  return {
    recorded: recorded.length,
    extras: new Map([...difference].filter(([, count]) => count > 0)),
    unpaid: [...difference.values()].filter((count) => count < 0).length,
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

/** What a finished suite must not show. */
async function faultsOf(cwd: string, out: string): Promise<string[]> {
  const anew = globSync('episodes/**/*.aside-*', { cwd: out })
  const { code, stdout } = await bench(`replay ${join('runs', 'killed')}`, { cwd })
  return [
    ...(anew.length > 0 ? [`${anew.length} episodes had to start anew`] : []),
    ...(code === 0 ? [] : [`replay: ${stdout}`]),
  ]
}
