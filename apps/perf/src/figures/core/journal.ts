import { closeSync, fdatasyncSync, openSync, statSync, writeSync } from 'node:fs'
import { type CompiledSkill, compileSkill, mergeState } from '@skill-state/core'
import { type OpenJournal, openJournal } from '@skill-state/core/journal'
import { median } from 'simple-statistics'
import type { Benchmark } from '../../measure/benchmark.ts'
import type { Row } from '../../measure/row.ts'
import { createFolder, type Folder } from '../../task/folder.ts'
import { stores } from '../../task/runs.ts'
import { createTask, replyAt } from '../../task/task.ts'

const KEYS = [500, 5_000] as const
/** CPU time that opening may take. */
const MOST_MS = { 500: 5, 5000: 10 } as const
const HORIZON = 100_000
const SYNCED = 300
const ROUNDS = 11

/** What a journal costs: on disk, on the clock, and when it is opened again. */
export const journal: Benchmark = {
  name: 'journal',
  title: `the journal: patch of 2 keys, T = ${HORIZON.toLocaleString('en')}`,
  run: async () => [
    ...KEYS.flatMap((keys) => [...endedRows('file', keys), ...endedRows('sqlite', keys)]),
    shortRow(1_000),
    shortRow(3_000),
    ...syncedRows(),
  ],
}

/** Size and resume of a journal of 100,000 steps. */
function endedRows(name: keyof typeof stores, keys: (typeof KEYS)[number]): Row[] {
  const folder = createFolder()
  const path = folder.file('journal')
  const skill = compileSkill(createTask(keys).skill)
  const store = stores[name](path)
  const started = performance.now()
  writeSteps(openJournal(store, { skill, id: 'perf' }), skill, keys, HORIZON)
  const written = performance.now() - started
  store.close()
  const resumes = Array.from({ length: ROUNDS }, () => resume(name, path, skill))
  const size = statSync(path).size
  folder.remove()
  const of = `${name}, ${keys} keys`
  return [
    {
      name: `bytes on disk: ${of}`,
      figure: size / HORIZON,
      unit: 'bytes/step',
      target: { on: 'figure', kind: 'at-most', value: 300 },
    },
    { name: `two records: ${of}`, figure: (written / HORIZON) * 1_000, unit: 'µs/step' },
    {
      name: `open after the last step: ${of}`,
      figure: median(resumes),
      unit: 'ms',
      spread: { low: Math.min(...resumes), high: Math.max(...resumes), rounds: ROUNDS },
      target: { on: 'figure', kind: 'at-most', value: MOST_MS[keys] },
    },
  ]
}

/** Size of a short journal of a large state, which its first record holds. */
function shortRow(steps: number): Row {
  const folder = createFolder()
  const path = folder.file('journal')
  const skill = compileSkill(createTask(5_000).skill)
  const store = stores.file(path)
  writeSteps(openJournal(store, { skill, id: 'perf' }), skill, 5_000, steps)
  store.close()
  const size = statSync(path).size
  folder.remove()
  return {
    name: `bytes on disk: file, 5000 keys, T = ${steps}`,
    figure: size / steps,
    unit: 'bytes/step',
    target: { on: 'figure', kind: 'at-most', value: 300 },
  }
}

export function writeSteps(
  opened: OpenJournal,
  { initialState }: CompiledSkill,
  keys: number,
  steps: number,
): void {
  let state = initialState
  opened.started({ text: 'Event 0: a shipment arrived at the dock.', done: false })
  for (let index = 0; index < steps; index += 1) {
    const { patch, action } = replyAt(index, keys)
    opened.decided({ index, patch, action, commit: 'before-action' })
    state = mergeState(state, patch).after
    const observation = { text: `Event ${index + 1}: a shipment arrived at the dock.`, done: false }
    opened.answered({ index, observation, state })
  }
}

/** Milliseconds of CPU time until the state is at hand. */
function resume(name: keyof typeof stores, path: string, skill: CompiledSkill): number {
  const started = process.cpuUsage()
  const store = stores[name](path)
  const { index } = openJournal(store, { skill }).position
  const { user, system } = process.cpuUsage(started)
  store.close()
  if (index !== HORIZON) throw new Error(`the journal opens at step ${index}`)
  return (user + system) / 1_000
}

/** Waiting time of an append that survives a loss of power, beside a bare write that does. */
function syncedRows(): Row[] {
  const folder = createFolder()
  const bare = 'bare write and fdatasync'
  const samples = new Map<string, number[]>([[bare, []], ...Object.keys(stores).map(asEmpty)])
  for (let round = 0; round < ROUNDS; round += 1) {
    samples.get(bare)?.push(bareMs(folder))
    for (const name of ['file', 'sqlite'] as const) samples.get(name)?.push(syncedMs(name, folder, round))
  }
  folder.remove()
  const base = median(samples.get(bare) ?? [])
  return [...samples].map(([name, times]): Row => {
    const figure = median(times)
    return {
      name: name === bare ? bare : `append with fdatasync: ${name}`,
      figure: (figure / SYNCED) * 1_000,
      unit: 'µs/record',
      ratio: { value: figure / base, of: 'bare' },
      target: name === 'file' ? { on: 'ratio', kind: 'at-most', value: 1.2 } : undefined,
    }
  })
}

const asEmpty = (name: string): [string, number[]] => [name, []]

const LINE = `${JSON.stringify({ decided: 1, patch: replyAt(1, 500).patch, action: replyAt(1, 500).action })}\n`

function bareMs(folder: Folder): number {
  const file = openSync(folder.file('bare'), 'a')
  const started = performance.now()
  for (let at = 0; at < SYNCED; at += 1) {
    writeSync(file, LINE)
    fdatasyncSync(file)
  }
  const took = performance.now() - started
  closeSync(file)
  return took
}

function syncedMs(name: keyof typeof stores, folder: Folder, round: number): number {
  const skill = compileSkill(createTask(500).skill)
  const store = stores[name](folder.file(`${name}-${round}`), { sync: true })
  const opened = openJournal(store, { skill, id: 'perf' })
  const started = performance.now()
  writeSteps(opened, skill, 500, SYNCED / 2)
  const took = performance.now() - started
  store.close()
  return took
}
