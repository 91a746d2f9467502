import { closeSync, fdatasyncSync, openSync, statSync, writeSync } from 'node:fs'
import { type CompiledSkill, compileSkill, mergeState } from '@skill-state/core'
import { openJournal } from '@skill-state/core/journal'
import { cpuTime } from '../../measure/race.ts'
import { atMost, type Benchmark, beside, type Row, ratioAtMost, rowOf } from '../../measure/row.ts'
import { createFolder } from '../../task/folder.ts'
import { type Store, stores } from '../../task/runs.ts'
import { replyAt, skillOf } from '../../task/task.ts'

const HORIZON = 100_000
const SYNCED = 300
const ROUNDS = 11

/** What a journal costs: on disk, on the clock, and when it is opened again. */
export const journal: Benchmark = {
  name: 'journal',
  title: `the journal: patch of 2 keys, T = ${HORIZON.toLocaleString('en')}`,
  run: async () => [
    ...rowsOf('file', 500, HORIZON, 5),
    ...rowsOf('sqlite', 500, HORIZON, 5),
    ...rowsOf('file', 5_000, HORIZON, 10),
    ...rowsOf('sqlite', 5_000, HORIZON, 10),
    // Short journals of a large state, which their first record holds.
    ...rowsOf('file', 5_000, 1_000).slice(0, 1),
    ...rowsOf('file', 5_000, 3_000).slice(0, 1),
    ...syncedRows(),
  ],
}

/** Size of a journal, and what it takes to write it, and to open it again in ms of CPU. */
function rowsOf(name: Store, keys: number, steps: number, mostMs = Infinity): readonly Row[] {
  using folder = createFolder()
  const path = folder.file('journal')
  const skill = compileSkill(skillOf(keys))
  const written = writeJournal(name, path, skill, keys, steps)
  const size = statSync(path).size
  const resumes = Array.from({ length: ROUNDS }, () => resume(name, path, skill, steps))
  const of = `${name}, ${keys} keys${steps === HORIZON ? '' : `, T = ${steps}`}`
  return [
    { name: `bytes on disk: ${of}`, figure: size / steps, unit: 'bytes/step', target: atMost(300) },
    { name: `two records: ${of}`, figure: (written / steps) * 1_000, unit: 'µs/step' },
    rowOf(`open after the last step: ${of}`, 'ms', resumes, atMost(mostMs)),
  ]
}

/** Writes a journal of so many steps. Returns how long that took, in ms, without opening it. */
export function writeJournal(
  name: Store,
  path: string,
  skill: CompiledSkill,
  keys: number,
  steps: number,
  sync = false,
): number {
  const store = stores[name](path, { sync })
  const opened = openJournal(store, { skill, id: 'perf' })
  let state = skill.initialState
  const started = performance.now()
  opened.started({ text: 'Event 0: a shipment arrived at the dock.', done: false })
  for (let index = 0; index < steps; index += 1) {
    const { patch, action } = replyAt(index, keys)
    opened.decided({ index, patch, action, commit: 'before-action' })
    state = mergeState(state, patch).after
    const observation = { text: `Event ${index + 1}: a shipment arrived at the dock.`, done: false }
    opened.answered({ index, observation, state })
  }
  const took = performance.now() - started
  store.close()
  return took
}

/** Milliseconds of CPU time until the state is at hand. */
function resume(name: Store, path: string, skill: CompiledSkill, steps: number): number {
  const started = cpuTime()
  const store = stores[name](path)
  const { index } = openJournal(store, { skill }).position
  const took = cpuTime() - started
  store.close()
  if (index !== steps) throw new Error(`the journal opens at step ${index}`)
  return took / 1_000
}

/** Waiting time of an append that survives a loss of power, beside a bare write that does. */
function syncedRows(): readonly Row[] {
  using folder = createFolder()
  const skill = compileSkill(skillOf(500))
  const append = (name: Store) => (round: number) =>
    writeJournal(name, folder.file(`${name}-${round}`), skill, 500, SYNCED / 2, true)
  const bare = 'bare write and fdatasync'
  const ways = [
    { name: bare, run: () => writeBare(folder.file('bare')) },
    { name: 'append with fdatasync: file', run: append('file'), target: ratioAtMost(1.2) },
    { name: 'append with fdatasync: sqlite', run: append('sqlite') },
  ]
  const rounds = Array.from({ length: ROUNDS }, (_, round) => ways.map(({ run }) => run(round)))
  const rows = ways.map(({ name, target }, at) => {
    const times = rounds.map((round) => ((round[at] ?? Number.NaN) / SYNCED) * 1_000)
    return rowOf(name, 'µs/record', times, target)
  })
  return beside(rows, bare, 'bare')
}

function writeBare(path: string): number {
  const { patch, action } = replyAt(1, 500)
  const line = `${JSON.stringify({ decided: 1, patch, action })}\n`
  const file = openSync(path, 'a')
  const started = performance.now()
  for (let at = 0; at < SYNCED; at += 1) {
    writeSync(file, line)
    fdatasyncSync(file)
  }
  const took = performance.now() - started
  closeSync(file)
  return took
}
