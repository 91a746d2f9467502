// Measures the harness over many episodes: how fast it plays and records them, how much memory that takes, and how
// long the report over them takes. The model is scripted, with the replies of the reference reader. Times are of the
// processor, so that a busy machine changes them little.
//
//   node --conditions=@skill-state/source apps/bench/scripts/harness.ts [--episodes 10000] [--horizon 100]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runSkill } from '@skill-state/core'
import {
  type Episode,
  openRunFolder,
  readTraces,
  runEpisode,
  runSuite,
  type TraceLine,
} from '@skill-state/eval'
import { reference } from '@skill-state/models'
import type { Model, Task } from '@skill-state/protocol'
import { warehouse } from '@skill-state/skillexecbench'
import { planExperiment } from '../src/plan-experiment.ts'
import { runReport } from '../src/run-report.ts'

const { values } = parseArgs({
  options: {
    episodes: { type: 'string', default: '10000' },
    horizon: { type: 'string', default: '100' },
  },
})
const [count, horizon] = [Number(values.episodes), Number(values.horizon)]
const [task] = warehouse.tasks({ seeds: [42], horizons: [horizon] })
if (task === undefined) throw new Error('the warehouse has tasks')
const replies = await repliesTo(task)
const work = mkdtempSync(join(tmpdir(), 'skill-state-harness-'))

try {
  for (const episode of episodes(20)) await runEpisode(episode) // until the code is compiled
  const played = await measure(async () => {
    for (const episode of episodes(Math.min(count, 1_000))) await runEpisode(episode)
  })
  print('episodes/s per core, not recorded', Math.min(count, 1_000) / played.seconds, 1_500, 'at least')

  const { conditions } = await planExperiment('scaling', {})
  const folder = openRunFolder(work, { ...conditions, episodes: count })
  const all = [...episodes(count)]
  const recorded = await measure(() => runSuite(folder, all, { concurrency: 4 }))
  print('episodes/s per core, each line recorded', count / recorded.seconds, 1_500, 'at least')
  print('MB of memory at most while they run', recorded.megabytes, 300, 'at most')

  const read = await measure(async () => {
    for (const trace of readTraces(folder))
      if (trace.end === undefined) throw new Error('an episode is cut off')
  })
  print('s of a core to read the traces', read.seconds, 10, 'at most')
  const reported = await measure(async () => runReport(folder))
  print('s of a core for the report', reported.seconds, 10, 'at most')
  print('MB of memory at most for the report', reported.megabytes, 300, 'at most')
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function repliesTo(first: Task): Promise<readonly string[]> {
  if (warehouse.player === undefined) throw new Error('the warehouse has a player')
  const lines: TraceLine[] = []
  const model = reference(warehouse.player)
  await runEpisode(
    { benchmark: warehouse, task: first, runtime: { id: 'skill-state', run: runSkill }, model },
    { record: (line) => lines.push(line) },
  )
  return lines.flatMap((line) => (line.kind === 'call' ? [line.reply] : []))
}

function* episodes(many: number): Generator<Episode> {
  for (let index = 0; index < many; index += 1) {
    yield {
      benchmark: warehouse,
      task: { ...(task as Task), id: `t${horizon}-e${index}` },
      runtime: { id: 'skill-state', run: runSkill },
      model: scriptedOnce(),
    }
  }
}

/** Says the replies in their order, with usage, as a provider does. */
function scriptedOnce(): Model {
  let next = 0
  return {
    id: 'scripted',
    async generate() {
      const text = replies[next % replies.length] ?? ''
      next += 1
      return { text, finishReason: 'stop', usage: { inputTokens: 400, outputTokens: 60 }, model: 'scripted' }
    },
  }
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
