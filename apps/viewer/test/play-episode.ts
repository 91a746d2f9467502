import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promptLayouts } from '@skill-state/baselines'
import { compileSkill } from '@skill-state/core'
import { openTraceFile, runEpisode, type TraceLine, tracePath } from '@skill-state/eval'
import { reference } from '@skill-state/models'
import type { Benchmark, JsonObject, Model } from '@skill-state/protocol'
import { warehouse } from '@skill-state/skillexecbench'
import { findRuntime } from '../src/app/replay/find-runtime.ts'

/** What a run of one warehouse episode a runtime would write down as its conditions. */
export function conditionsOf(runtimes: Readonly<Record<string, JsonObject>>): JsonObject {
  const { id, skill } = warehouse
  return {
    experiment: 'scaling',
    series: [
      {
        benchmark: {
          id,
          instructions: skill.instructions,
          initialState: skill.initialState,
          schema: compileSkill(skill).schema,
        },
        variants: ['plain'],
      },
    ],
    runtimes: Object.entries(runtimes).map(([name, options]) => ({ id: name, options })),
    model: { id: 'reference', notice: 'It is no language model.' },
    episodes: Object.keys(runtimes).length,
  }
}

/** What is played: by default the warehouse, by the reference reader. */
interface Play {
  readonly benchmark: Benchmark
  readonly model: Model
}

/** The trace of an episode: of ten steps, where it is of the warehouse. */
export async function playEpisode(
  runtime: string,
  options: JsonObject,
  { benchmark, model }: Play = { benchmark: warehouse, model: modelOf(warehouse) },
): Promise<readonly TraceLine[]> {
  const run = await findRuntime(runtime, options)
  const lines: TraceLine[] = []
  const [task] = benchmark.tasks({ seeds: [42], horizons: [10] })
  if (task === undefined) throw new RangeError('no task')
  await runEpisode(
    { benchmark, task, runtime: { id: runtime, run }, model },
    { record: (line) => lines.push(JSON.parse(JSON.stringify(line))), clock: () => 0 },
  )
  return lines
}

function modelOf({ player }: Benchmark): Model {
  if (player === undefined) throw new RangeError('no player')
  return reference(player, promptLayouts)
}

/** Writes a run's folder with these episodes; gives its path. */
export function writeRun(
  name: string,
  conditions: JsonObject,
  episodes: readonly (readonly TraceLine[])[],
): string {
  const path = join(mkdtempSync(join(tmpdir(), 'viewer-')), name)
  mkdirSync(path)
  writeFileSync(join(path, 'run.json'), JSON.stringify(conditions))
  for (const lines of episodes) {
    const [first] = lines
    if (first?.kind !== 'episode') throw new RangeError('no episode')
    const trace = openTraceFile(tracePath({ path, conditions }, first))
    for (const line of lines) trace.record(line)
    trace.flush()
    trace.close()
  }
  return path
}
