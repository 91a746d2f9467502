import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { compileSkill } from '@skill-state/core'
import { precompile } from '@skill-state/core/precompile'
import { sentBy } from '../../measure/new-process.ts'
import { atMost, type Benchmark, beside, type Row, rowOf } from '../../measure/row.ts'
import { createFolder } from '../../task/folder.ts'
import { skillOf } from '../../task/task.ts'
import { writeJournal } from './journal.ts'

const PROCESS = new URL('first-use-process.ts', import.meta.url)
const ROUNDS = 9

/** The first verdict in a new process, loading the core included and apart. */
export const coldStart: Benchmark = {
  name: 'cold-start',
  title:
    'first verdict on a patch in a new process, 500 keys; the core is loaded from its TypeScript sources',
  run: async () => {
    using folder = createFolder()
    const file = folder.file('schema.mjs')
    writeFileSync(file, precompile(skillOf(500)))
    const [verdict, precompiled, load] = await firstUses([
      ['verdict', '', '500'],
      ['verdict', pathToFileURL(file).href, '500'],
      ['load'],
    ])
    const name = 'after loading'
    const rows = [
      rowOf(name, 'ms', verdict ?? [], atMost(5)),
      rowOf('after loading, precompiled module', 'ms', precompiled ?? []),
      rowOf('loading the core alone', 'ms', load ?? []),
    ]
    return beside(rows, name)
  },
}

const HORIZON = 1_000

/** A journal opened by a process that has opened none before, so that nothing is compiled yet. */
export const firstOpen: Benchmark = {
  name: 'first-open',
  title: `the first journal that a new process opens: patch of 2, T = ${HORIZON}; modules and skill are loaded`,
  run: async () => [...(await openRows(500, 5)), ...(await openRows(5_000, 10))],
}

async function openRows(keys: number, mostMs: number): Promise<readonly Row[]> {
  using folder = createFolder()
  const path = folder.file('journal')
  writeJournal('file', path, compileSkill(skillOf(keys)), keys, HORIZON)
  const uses = ['open', 'floor'].map((use) => [use, path, String(keys)])
  const [open, floor] = await firstUses(uses)
  return [
    rowOf(`openJournal: file, ${keys} keys`, 'ms', open ?? [], atMost(mostMs)),
    rowOf(
      `floor, ${keys} keys: the same records read, digested and parsed, and the state`,
      'ms',
      floor ?? [],
    ),
  ]
}

/** What each takes in ms of CPU, by turns, each time in a new process. */
async function firstUses(uses: readonly (readonly string[])[]): Promise<readonly (readonly number[])[]> {
  const times = uses.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, args] of uses.entries()) times[at]?.push(await sentBy<number>(PROCESS, args))
  return times
}
