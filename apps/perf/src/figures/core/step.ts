import type { Benchmark } from '../../measure/benchmark.ts'
import { compare } from '../../measure/compare.ts'
import { type Contender, interleave } from '../../measure/measure.ts'
import type { Row, Target } from '../../measure/row.ts'
import { loadPeers, type Peer } from '../../peer.ts'
import { runBound } from '../../task/bound.ts'
import { chained, type LineFile, openLineFile, openRowFile } from '../../task/line-file.ts'
import { runJournaled, runSkillState } from '../../task/runs.ts'
import { createTask, type Mix, type StepTask } from '../../task/task.ts'

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
    run: async () => {
      const replaced = await rowsOf(createTask(keys), most)
      const mixed = createTask(keys, 'mixed')
      const peers = keys === 500 ? await loadPeers() : []
      const long = await rowsOf(createTask(keys), most, [], LONG)
      return [...replaced, ...(await rowsOf(mixed, most, peers)), ...long]
    },
  }
}

const MIXES: Readonly<Record<Mix, string>> = { replace: 'replace', mixed: 'replace, insert, delete' }

/** The peers take turns apart from the others: what they leave in memory would weigh on these. */
async function rowsOf(
  task: StepTask,
  most: number,
  peers: readonly Peer[] = [],
  horizon = HORIZON,
): Promise<readonly Row[]> {
  const mix = horizon === LONG ? `T = ${LONG}` : MIXES[task.mix]
  const bound = `bound, ${mix}: hand-written loop, one line a step`
  const inFile = `runSkill, ${mix}, journal in a file`
  const inSqlite = `runSkill, ${mix}, journal in SQLite`
  const contenders = [
    contender(bound, horizon, () => runLogged(task, horizon, openLineFile())),
    contender(`floor of a file, ${mix}: ${FLOOR}`, horizon, () => runFloor(task, horizon, openLineFile())),
    contender(`floor of SQLite, ${mix}: ${FLOOR}`, horizon, () => runFloor(task, horizon, openRowFile())),
    contender(inFile, horizon, () => runJournaled(task, horizon)),
    contender(inSqlite, horizon, () => runJournaled(task, horizon, undefined, 'sqlite')),
    contender(`runSkill, ${mix}, nothing kept`, horizon, () => runSkillState(task, horizon)),
  ]
  const rounds = horizon === LONG ? { rounds: 5, warmups: 1 } : { rounds: 15, warmups: 3 }
  const figures = new Map([
    ...(await interleave(contenders, rounds)),
    ...(await interleave(
      peers.map((peer) => contest(peer, task)),
      { rounds: 3 },
    )),
  ])
  return compare(figures, {
    unit: 'µs/step',
    reference: { name: bound, as: 'bound' },
    targets: { [inFile]: atMost(most), [inSqlite]: atMost(2.5) },
    notes: Object.fromEntries(peers.flatMap(({ name, note }) => (note === undefined ? [] : [[name, note]]))),
  })
}

const atMost = (value: number): Target => ({ on: 'ratio', kind: 'at-most', value })

function contender(name: string, horizon: number, run: () => Promise<unknown>): Contender {
  return {
    name,
    units: horizon,
    run: async () => {
      await run()
    },
  }
}

async function runLogged(task: StepTask, horizon: number, file: LineFile): Promise<void> {
  await runBound(task, horizon, file.write)
  file.close()
}

/** What any journal takes that is written before and after each action, and whose records are bound together. */
const FLOOR = 'the bound, a chained line before and after each action'

async function runFloor(task: StepTask, horizon: number, file: LineFile): Promise<void> {
  await runBound(task, horizon, chained(file.write), true)
  file.close()
}

function contest({ name, rounds, run }: Peer, task: StepTask): Contender {
  return { name, rounds, units: HORIZON, run: () => run(task, HORIZON) }
}
