// Measures what commands take: `bench run all`; `bench run scaling` beside a loop that only plays its episodes; `bench run`,
// `bench report` and `bench replay` as a run gets larger; `bench run --queue` until the whole suite is in the queue.
// Each command runs in a process of its own.
//
//   node --conditions=@skill-state/source apps/bench/scripts/memory.ts
//     [--episodes 20000,60000,100000] [--queued 200000] [--horizon 2]
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const COMMAND = '--command'
/** In the place of a command: its episodes without harness, record and report. */
const LOOP = '--loop'
/** Of one seed: each is played by two runtimes, so that the report has tests. */
const RUNTIMES = ['skill-state', 'prompt']

interface Taken {
  /** The most at once. */
  readonly megabytes: number
  /** Of one processor core. */
  readonly seconds: number
}

const given = process.argv.slice(2)
if (given[0] === COMMAND) await runCommand(given.slice(1))
else await measureAll()

/** Says what this process has taken when it is asked, and when the command has ended. */
async function runCommand(args: readonly string[]): Promise<void> {
  const tell = (): void => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
    process.send?.({ megabytes: maxRSS / 1_000, seconds: (userCPUTime + systemCPUTime) / 1e6 })
  }
  process.stdout.write = () => true
  process.on('message', tell)
  enableCompileCache()
  if (args[0] === LOOP) await playScaling()
  else await runBench(args)
  tell()
  process.disconnect()
}

async function runBench(args: readonly string[]): Promise<void> {
  const { main } = await import('../src/program.ts')
  const exitCode = await main(args)
  if (exitCode !== 0) throw new Error(`bench ${args.join(' ')}: exit code ${exitCode}`)
}

/** What no run of these episodes can be faster than. */
async function playScaling(): Promise<void> {
  const [{ experiments, runtimes }, { promptLayouts }, { reference }] = await Promise.all([
    import('../src/registry.ts'),
    import('@skill-state/baselines'),
    import('@skill-state/models'),
  ])
  const { series = [], seeds = 0 } = experiments.scaling ?? {}
  for (const { benchmark, runtimes: names, horizons } of series) {
    const { player, skill } = benchmark
    if (player === undefined) throw new Error(`${benchmark.id} has a player`)
    const from42 = Array.from({ length: seeds }, (_, index) => 42 + index)
    for (const task of benchmark.tasks({ seeds: from42, horizons })) {
      for (const name of names) {
        const environment = benchmark.open(task)
        const model = reference(player, promptLayouts)
        const steps = runtimes[name]?.run({ skill, environment, model, seed: task.seed }) ?? []
        for await (const _ of steps);
        await environment.outcome()
        await environment.close()
      }
    }
  }
}

async function measureAll(): Promise<void> {
  const { values } = parseArgs({
    options: {
      episodes: { type: 'string', default: '20000,60000,100000' },
      queued: { type: 'string', default: '200000' },
      horizon: { type: 'string', default: '2' },
    },
  })
  const run = (episodes: number, out: string): string[] => [
    ...['run', 'scaling', '--runtime', RUNTIMES.join(','), '--horizon', values.horizon],
    ...['--seeds', String(episodes / RUNTIMES.length), '--out', out],
  ]
  const work = mkdtempSync(join(tmpdir(), 'skill-state-memory-'))
  try {
    print('bench run all --seeds 1', await taken(['run', 'all', '--seeds', '1', '--out', join(work, 'all')]))
    print('bench run scaling', await taken(['run', 'scaling', '--out', join(work, 'scaling')]))
    print('a loop over the episodes of scaling', await taken([LOOP]))
    for (const episodes of values.episodes.split(',').map(Number)) {
      const out = join(work, String(episodes))
      const count = `${episodes.toLocaleString('en')} episodes`
      print(`${count}, bench run`, await taken(run(episodes, out)))
      print(`${count}, bench report`, await taken(['report', out]))
      print(`${count}, bench replay`, await taken(['replay', out]))
    }
    const queued = Number(values.queued)
    if (queued > 0) await measureQueue(queued, run(queued, join(work, 'queued')), join(work, 'queued'))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Without a worker: what it takes until the command waits for the first one. */
async function measureQueue(episodes: number, args: readonly string[], out: string): Promise<void> {
  const { startTestServer } = await import('@skill-state/postgres/testing')
  await using server = await startTestServer()
  const child = start([...args, '--queue', await server.createDatabase()])
  while (!existsSync(join(out, 'run.json'))) await sleep(100) // written once everything is in the queue
  child.send('taken')
  const [queued] = (await once(child, 'message')) as [Taken]
  child.kill('SIGKILL')
  await once(child, 'exit')
  print(`${episodes.toLocaleString('en')} episodes, bench run --queue, planned and queued`, queued)
}

async function taken(args: readonly string[]): Promise<Taken> {
  const [all] = (await once(start(args), 'message')) as [Taken]
  return all
}

function start(args: readonly string[]): ChildProcess {
  return fork(import.meta.filename, [COMMAND, ...args])
}

function print(what: string, { megabytes, seconds }: Taken): void {
  process.stdout.write(`${what}: ${megabytes.toFixed(0)} MB at most, ${seconds.toFixed(1)} s of a core\n`)
}
