import { memory, prompt, stateful, summaryCapped, truncated } from '@skill-state/baselines'
import type { RuntimeRecord } from '@skill-state/protocol'
import type { Benchmark } from '../../measure/benchmark.ts'
import { type Contender, interleave } from '../../measure/measure.ts'
import type { Target } from '../../measure/row.ts'
import { runTranscript } from '../../task/runs.ts'
import { createTask, type StepTask } from '../../task/task.ts'

const KEYS = 500
const HORIZON = 1_000
const ROUNDS = 7

const RUNTIMES: readonly RuntimeRecord[] = [prompt, stateful, memory, truncated, summaryCapped]

/** A comparison with a slow baseline is worth nothing. */
const TARGET: Target = { on: 'figure', kind: 'at-most', value: 250 }

/** What a step costs of the runtimes that SKILL.state is compared with, as the mean over an episode. */
export const transcripts: Benchmark = {
  name: 'transcripts',
  title: `one step of the transcript baselines: T = ${HORIZON}, ${KEYS} keys if there is a state, instant model`,
  run: async () => {
    const task = createTask(KEYS)
    const contenders = RUNTIMES.map((runtime) => contender(runtime, task))
    const figures = await interleave(contenders, { rounds: ROUNDS })
    return [...figures].map(([name, { median, ...spread }]) => ({
      name,
      figure: median,
      unit: 'µs/step',
      spread,
      target: TARGET,
    }))
  },
}

function contender({ id: name, run }: RuntimeRecord, task: StepTask): Contender {
  const format = name === stateful.id ? 'update' : 'command'
  return {
    name,
    units: HORIZON,
    run: async () => {
      await runTranscript(run, task, HORIZON, format)
    },
  }
}
