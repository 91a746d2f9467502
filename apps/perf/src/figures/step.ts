import type { Benchmark } from '../measure/benchmark.ts'
import { compare } from '../measure/compare.ts'
import { type Contender, interleave } from '../measure/measure.ts'
import { loadPeers, type Peer } from '../peer.ts'
import { runBound } from '../task/bound.ts'
import { openLineFile } from '../task/line-file.ts'
import { runJournaled, runSkillState } from '../task/runs.ts'
import { createTask, type StepTask } from '../task/task.ts'

const KEYS = 500
const HORIZON = 1_000

const BOUND = 'bound: hand-written loop, one line a step'
const OURS = 'runSkill, journal in a file'
const BARE = 'runSkill, nothing kept'

/** A whole step beside the cheapest loop that does the same work, and beside other runtimes. */
export const step: Benchmark = {
  name: 'step',
  title: `one step: ${KEYS} keys, patch of 2, T = ${HORIZON}, instant model`,
  run: async () => {
    const task = createTask(KEYS)
    const peers = await loadPeers()
    const contenders = [
      contender(BOUND, () => runLogged(task)),
      contender(OURS, () => runJournaled(task, HORIZON)),
      contender(BARE, () => runSkillState(task, HORIZON)),
    ]
    // The peers take turns apart from the two: what they leave in memory would weigh on these.
    const figures = new Map([
      ...(await interleave(contenders, { rounds: 31, warmups: 5 })),
      ...(await interleave(
        peers.map((peer) => contest(peer, task)),
        { rounds: 3 },
      )),
    ])
    return compare(figures, {
      unit: 'µs/step',
      reference: { name: BOUND, as: 'bound' },
      targets: { [OURS]: { on: 'ratio', kind: 'at-most', value: 3, stretch: 1.5 } },
      notes: Object.fromEntries(
        peers.flatMap(({ name, note }) => (note === undefined ? [] : [[name, note]])),
      ),
    })
  },
}

function contender(name: string, run: () => Promise<unknown>): Contender {
  return {
    name,
    units: HORIZON,
    run: async () => {
      await run()
    },
  }
}

async function runLogged(task: StepTask): Promise<void> {
  const file = openLineFile()
  await runBound(task, HORIZON, file.write)
  file.close()
}

function contest({ name, rounds, run }: Peer, task: StepTask): Contender {
  return { name, rounds, units: HORIZON, run: () => run(task, HORIZON) }
}
