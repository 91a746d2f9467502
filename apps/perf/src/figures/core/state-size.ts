import type { Benchmark } from '../../measure/benchmark.ts'
import { compare } from '../../measure/compare.ts'
import { type Contender, interleave } from '../../measure/measure.ts'
import { runJournaled } from '../../task/runs.ts'
import { createTask } from '../../task/task.ts'

const HORIZON = 1_000
const SMALL = 500
const LARGE = 5_000

/** What ten times as many keys cost a step. */
export const stateSize: Benchmark = {
  name: 'state-size',
  title: `one step by the size of the state: patch of 2, T = ${HORIZON}, journal in a file`,
  run: async () =>
    compare(await interleave([stepAt(SMALL), stepAt(LARGE)], { rounds: 21, warmups: 5 }), {
      unit: 'µs/step',
      reference: { name: nameOf(SMALL), as: nameOf(SMALL) },
      targets: { [nameOf(LARGE)]: { on: 'ratio', kind: 'at-most', value: 3 } },
    }),
}

function nameOf(keys: number): string {
  return `${keys} keys`
}

function stepAt(keys: number): Contender {
  const task = createTask(keys)
  return {
    name: nameOf(keys),
    units: HORIZON,
    run: async () => {
      await runJournaled(task, HORIZON)
    },
  }
}
