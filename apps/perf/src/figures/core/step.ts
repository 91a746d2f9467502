import { race } from '../../measure/race.ts'
import { type Benchmark, beside, type Row, ratioAtMost, type Target } from '../../measure/row.ts'
import { loadPeers, type Peer } from '../../peer.ts'
import { runBound } from '../../task/bound.ts'
import { chained, inFile, inRows, type Lines } from '../../task/line-file.ts'
import { runJournaled, runSkillState } from '../../task/runs.ts'
import { createTask, type StepTask } from '../../task/task.ts'

const HORIZON = 1_000
/** Long enough for snapshots to count in full. */
const LONG = 10_000

/** A whole step beside the cheapest loop that does the same work, and beside other runtimes. */
export const step: Benchmark = stepAt('step', 500, 2)
export const stepSmall: Benchmark = stepAt('step-50', 50, 2)
export const stepLarge: Benchmark = stepAt('step-5000', 5_000, 1.5)

function stepAt(name: string, keys: number, most: number): Benchmark {
  return {
    name,
    title: `one step: ${keys} keys, patch of 2, T = ${HORIZON} and ${LONG}, instant model`,
    run: async () => [
      ...(await rowsOf(createTask(keys), 'replace', most)),
      ...(await rowsOf(
        createTask(keys, 'mixed'),
        'replace, insert, delete',
        most,
        HORIZON,
        keys === 500 ? await loadPeers() : [],
      )),
      ...(await rowsOf(createTask(keys), `T = ${LONG}`, most, LONG)),
    ],
  }
}

/** What any journal takes that is written before and after each action, and whose records are bound together. */
const FLOOR = 'the bound, a chained line before and after each action'

/** The peers take turns apart from the others: what they leave in memory would weigh on these. */
async function rowsOf(
  task: StepTask,
  mix: string,
  most: number,
  horizon: number = HORIZON,
  peers: readonly Peer[] = [],
): Promise<readonly Row[]> {
  const bound = `bound, ${mix}: hand-written loop, one line a step`
  const contend = (name: string, run: () => unknown, target?: Target) => ({
    name,
    units: horizon,
    run,
    target,
  })
  const floor = (lines: Lines) => (): unknown =>
    lines((write) => runBound(task, horizon, chained(write), true))
  const ours = [
    contend(bound, () => inFile((write) => runBound(task, horizon, write))),
    contend(`floor of a file, ${mix}: ${FLOOR}`, floor(inFile)),
    contend(`floor of SQLite, ${mix}: ${FLOOR}`, floor(inRows)),
    contend(`runSkill, ${mix}, journal in a file`, () => runJournaled(task, horizon), ratioAtMost(most)),
    contend(
      `runSkill, ${mix}, journal in SQLite`,
      () => runJournaled(task, horizon, undefined, 'sqlite'),
      ratioAtMost(2.5),
    ),
    contend(`runSkill, ${mix}, nothing kept`, () => runSkillState(task, horizon)),
  ]
  const others = peers.map((peer) => ({ ...peer, units: horizon, run: () => peer.run(task, horizon) }))
  const rounds = horizon === LONG ? { rounds: 5, warmups: 1 } : { rounds: 15, warmups: 3 }
  const unit = 'µs/step'
  return beside(
    [...(await race(ours, { ...rounds, unit })), ...(await race(others, { rounds: 3, unit }))],
    bound,
    'bound',
  )
}

/** What ten times as many keys cost a step. */
export const stateSize: Benchmark = {
  name: 'state-size',
  title: 'one step by the size of the state: patch of 2, T = 1000, journal in a file',
  run: async () => {
    const contenders = [500, 5_000].map((keys) => {
      const task = createTask(keys)
      return { name: `${keys} keys`, units: 1_000, run: () => runJournaled(task, 1_000) }
    })
    const rows = await race(contenders, { unit: 'µs/step', rounds: 21, warmups: 5 })
    return beside(rows, '500 keys').map((row, at) => (at === 0 ? row : { ...row, target: ratioAtMost(3) }))
  },
}
