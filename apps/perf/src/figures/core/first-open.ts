import { fork } from 'node:child_process'
import { once } from 'node:events'
import { compileSkill } from '@skill-state/core'
import { openJournal } from '@skill-state/core/journal'
import { median } from 'simple-statistics'
import type { Benchmark } from '../../measure/benchmark.ts'
import type { Row } from '../../measure/row.ts'
import { createFolder } from '../../task/folder.ts'
import { stores } from '../../task/runs.ts'
import { createTask } from '../../task/task.ts'
import type { First } from './first-open-process.ts'
import { writeSteps } from './journal.ts'

const PROCESS = new URL('first-open-process.ts', import.meta.url)
const ROUNDS = 9
const HORIZON = 1_000
/** CPU time that the first open may take. */
const MOST_MS = { 500: 5, 5000: 10 } as const

/** A journal opened by a process that has opened none before, so that nothing is compiled yet. */
export const firstOpen: Benchmark = {
  name: 'first-open',
  title: `the first journal that a new process opens: patch of 2, T = ${HORIZON}; modules and skill are loaded`,
  run: async () => [...(await rowsAt('file', 500)), ...(await rowsAt('file', 5_000))],
}

async function rowsAt(name: keyof typeof stores, keys: keyof typeof MOST_MS): Promise<Row[]> {
  const folder = createFolder()
  const path = folder.file('journal')
  const skill = compileSkill(createTask(keys).skill)
  const store = stores[name](path)
  writeSteps(openJournal(store, { skill, id: 'perf' }), skill, keys, HORIZON)
  store.close()
  const times = { open: [] as First[], floor: [] as First[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const what of ['open', 'floor'] as const) times[what].push(await first(what, path, keys))
  }
  folder.remove()
  const target = { on: 'figure', kind: 'at-most', value: MOST_MS[keys] } as const
  const records = times.open[0]?.records ?? 0
  return [
    { ...row(`openJournal: ${name}, ${keys} keys, ${records} records to read`, times.open), target },
    row(`floor, ${keys} keys: these records read, digested and parsed, and the state`, times.floor),
  ]
}

async function first(what: 'open' | 'floor', path: string, keys: number): Promise<First> {
  const child = fork(PROCESS, [what, path, String(keys)])
  const [took] = (await once(child, 'message')) as [First]
  await once(child, 'exit')
  return took
}

function row(name: string, times: readonly First[]): Row {
  const all = times.map(({ ms }) => ms)
  const spread = { low: Math.min(...all), high: Math.max(...all), rounds: all.length }
  return { name, figure: median(all), unit: 'ms', spread }
}
