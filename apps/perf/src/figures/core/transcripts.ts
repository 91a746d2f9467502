import { memory, prompt, stateful, summaryCapped, truncated } from '@skill-state/baselines'
import { race } from '../../measure/race.ts'
import { atMost, type Benchmark } from '../../measure/row.ts'
import { play } from '../../task/runs.ts'
import { createTask } from '../../task/task.ts'

const KEYS = 500
const HORIZON = 1_000

/** What a step costs of the runtimes that SKILL.state is compared with, as the mean over an episode. */
export const transcripts: Benchmark = {
  name: 'transcripts',
  title: `one step of the transcript baselines: T = ${HORIZON}, ${KEYS} keys if there is a state, instant model`,
  run: async () => {
    const task = createTask(KEYS)
    const contenders = [prompt, stateful, memory, truncated, summaryCapped].map(({ id, run }) => {
      const format = id === stateful.id ? 'update' : 'command'
      // A comparison with a slow baseline is worth nothing.
      return { name: id, units: HORIZON, target: atMost(250), run: () => play(run, task, HORIZON, format) }
    })
    return await race(contenders, { unit: 'µs/step', rounds: 7 })
  },
}
