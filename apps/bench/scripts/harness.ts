// Measures the harness over many episodes: how fast it plays, records and reads them, and how much memory that takes (see
// memory.ts for that of the commands). The model is scripted, with the replies of the reference reader. Times are of the
// processor, so that a busy machine changes them little; the bound, the runtime on the environment without a harness,
// is measured in turn with the harness, so that their ratio holds on any machine.
//
//   node --conditions=@skill-state/source apps/bench/scripts/harness.ts [--episodes 10000] [--horizon 100]
//
// If a process has held objects with more than 1,536 different first keys, V8 makes hash tables of objects whose shape
// is new to it: then all, the bound too, takes twice the time and the memory. So compare with the bound of the same run.
// A disk counts too: ext4 takes twenty times as long to make a file where thousands were removed within the last seconds.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runSkill } from '@skill-state/core'
import { type Episode, openRunFolder, readTraces, runEpisode, runSuite } from '@skill-state/eval'
import { scripted } from '@skill-state/models'
import type { Model } from '@skill-state/protocol'
import { warehouse } from '@skill-state/skillexecbench'
import { planExperiment } from '@skill-state/suite'
import { registry } from '../src/registry.ts'
import { play as playTask, taskOf } from '../test/play.ts'

const { values } = parseArgs({
  options: {
    episodes: { type: 'string', default: '10000' },
    horizon: { type: 'string', default: '100' },
  },
})
const [count, horizon] = [Number(values.episodes), Number(values.horizon)]
const task = taskOf(warehouse, horizon)
const { trace } = await playTask(warehouse, task, runSkill)
const replies = trace.calls.map(({ reply }) => reply)

await play()

async function play(): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'skill-state-harness-'))
  try {
    const [bound, played] = await inTurn([playBare, runEpisode], Math.min(count, 1_000))
    process.stdout.write(
      `episodes/s per core, runtime and environment alone: ${bound.toPrecision(4)} (the bound)\n`,
    )
    print('episodes/s per core, not recorded', played, 1_500, 'at least')
    printShare('not recorded', bound, played)

    const { conditions } = await planExperiment(registry, 'scaling', {})
    const folder = openRunFolder(work, { ...conditions, episodes: count })
    const all = [...episodes(count)]
    const recorded = await measure(() => runSuite(folder, all, { concurrency: 4 }))
    print('episodes/s per core, each line recorded', count / recorded.seconds, 1_500, 'at least')
    printShare('each line recorded', bound, count / recorded.seconds)
    print('MB of memory at most while they run', recorded.megabytes, 300, 'at most')

    const read = await measure(async () => {
      for (const trace of readTraces(folder))
        if (trace.end === undefined) throw new Error('an episode is cut off')
    })
    print('s of a core to read the traces', read.seconds, 10, 'at most')
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** What no harness can be faster than. */
async function playBare({ benchmark, task: own, runtime, model }: Episode): Promise<void> {
  const { skill } = benchmark
  const environment = benchmark.open(own)
  let steps = 0
  for await (const _ of runtime.run({ skill, environment, model, seed: own.seed })) steps += 1
  if (steps !== own.horizon) throw new Error(`${steps} of ${own.horizon} steps were taken`)
  await environment.outcome()
  await environment.close()
}

type Play = (episode: Episode) => Promise<unknown>

/** Episodes/s of a core of two ways to play them, in turn; the first round is until the code is compiled. */
async function inTurn([first, second]: readonly [Play, Play], many: number): Promise<[number, number]> {
  const rounds = 4
  const each = Math.ceil(many / rounds)
  const total = { first: 0, second: 0 }
  for (let round = 0; round <= rounds; round += 1) {
    const spent = { first: await secondsOf(first, each), second: await secondsOf(second, each) }
    if (round === 0) continue
    total.first += spent.first
    total.second += spent.second
  }
  return [(rounds * each) / total.first, (rounds * each) / total.second]
}

async function secondsOf(play: Play, many: number): Promise<number> {
  const { seconds } = await measure(async () => {
    for (const episode of episodes(many)) await play(episode)
  })
  return seconds
}

function* episodes(many: number): Generator<Episode> {
  for (let index = 0; index < many; index += 1) {
    yield {
      benchmark: warehouse,
      task: { ...task, id: `t${horizon}-e${index}` },
      runtime: { id: 'skill-state', run: runSkill },
      model: withUsage(scripted(replies)),
    }
  }
}

/** Counts tokens as a provider does: to count them here would take most of the time. */
function withUsage(model: Model): Model {
  const usage = { inputTokens: 400, outputTokens: 60 }
  return { ...model, generate: async (request) => ({ ...(await model.generate(request)), usage }) }
}

interface Measured {
  /** Of one processor core. */
  readonly seconds: number
  readonly megabytes: number
}

async function measure(work: () => Promise<unknown>): Promise<Measured> {
  let most = 0
  const watch = (): void => {
    most = Math.max(most, process.memoryUsage.rss())
  }
  const timer = setInterval(watch, 20)
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  watch()
  clearInterval(timer)
  return { seconds: (user + system) / 1e6, megabytes: most / 1e6 }
}

function print(name: string, figure: number, target: number, sense: 'at least' | 'at most'): void {
  const ratio = sense === 'at least' ? figure / target : target / figure
  const verdict = ratio >= 1 ? 'ok' : 'missed'
  const text = `${name}: ${figure.toPrecision(4)} (${sense} ${target}; ${ratio.toFixed(2)} of the target, ${verdict})`
  process.stdout.write(`${text}\n`)
}

/** What the harness adds to a step of the bound, and how many times the bound an episode takes. */
function printShare(how: string, bound: number, figure: number): void {
  const added = (1e6 * (1 / figure - 1 / bound)) / horizon
  const text = `  the harness adds ${added.toFixed(1)} µs to a step of ${(1e6 / bound / horizon).toFixed(1)} µs, ${how}: ${(bound / figure).toFixed(2)} times the bound`
  process.stdout.write(`${text}\n`)
}
