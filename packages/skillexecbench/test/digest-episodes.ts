import { createHash } from 'node:crypto'
import type { Benchmark, Turn } from '@skill-state/protocol'
import { delayed, delayedBenchmark } from '../src/delayed/benchmark.ts'
import { repository, repositoryBenchmark } from '../src/repository/benchmark.ts'
import { retraction } from '../src/retraction/benchmark.ts'
import { warehouse, warehouseBenchmark } from '../src/warehouse/benchmark.ts'
import { warehouse2 } from '../src/warehouse-2/benchmark.ts'
import { taskOf } from './play.ts'

const noise = { condition: 'chatter', lines: 5 } as const
const benchmarks: Readonly<Record<string, Benchmark>> = {
  warehouse,
  'warehouse with all options': warehouseBenchmark({ shelves: 60, load: 20, scenario: 'C', noise }),
  'warehouse 2': warehouse2,
  repository,
  'repository with all options': repositoryBenchmark({ scenario: 'A', noise }),
  delayed,
  'delayed with notes': delayedBenchmark({ distance: 5, field: 'notes', notesLimit: 60 }),
  retraction,
}

/** For each benchmark, SHA-256 of all that an episode of its player shows and does. For tests. */
export async function digestEpisodes(): Promise<Readonly<Record<string, string>>> {
  const digests: Record<string, string> = {}
  for (const [name, benchmark] of Object.entries(benchmarks)) digests[name] = await digestEpisode(benchmark)
  return digests
}

async function digestEpisode(benchmark: Benchmark): Promise<string> {
  const { skill, player } = benchmark
  if (player === undefined) throw new Error(`${benchmark.id} has no player`)
  const task = taskOf(benchmark, 60)
  const hash = createHash('sha256').update(JSON.stringify([benchmark.id, skill, task]))
  const environment = benchmark.open(task)
  const history: Turn[] = []
  let observation = await environment.reset(task)
  while (!observation.done) {
    const { text } = observation
    const decision = player.decide({ instructions: skill.instructions, history, observation: text })
    hash.update(JSON.stringify([observation, decision]))
    history.push({ observation: text, response: JSON.stringify(decision) })
    observation = await environment.step(decision.action)
  }
  return hash.update(JSON.stringify([observation, await environment.outcome()])).digest('hex')
}
