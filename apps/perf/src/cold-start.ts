import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { precompile } from '@skill-state/core/precompile'
import { median } from 'simple-statistics'
import type { Benchmark } from './benchmark.ts'
import { createFolder } from './folder.ts'
import type { Row } from './row.ts'
import { createTask } from './task.ts'

const PROCESS = new URL('cold-start-process.ts', import.meta.url)
const ROUNDS = 9

/** The first verdict in a new process, with validators that were compiled before and with ajv compiling them. */
export const coldStart: Benchmark = {
  name: 'cold-start',
  title: 'first verdict on a patch in a new process, 500 keys; loading the package is not in it',
  run: async () => {
    const folder = createFolder()
    const file = folder.file('schema.mjs')
    writeFileSync(file, precompile(createTask(500).skill))
    const [precompiled, compiled]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      precompiled.push(await firstVerdict([pathToFileURL(file).href]))
      compiled.push(await firstVerdict([]))
    }
    folder.remove()
    const base = median(compiled)
    return [
      { ...row('precompiled', precompiled, base), target: { on: 'figure', kind: 'at-most', value: 5 } },
      row('compiled by ajv', compiled, base),
    ]
  },
}

async function firstVerdict(args: readonly string[]): Promise<number> {
  const child = fork(PROCESS, args)
  const [took] = (await once(child, 'message')) as [number]
  await once(child, 'exit')
  return took
}

function row(name: string, times: readonly number[], base: number): Row {
  const figure = median([...times])
  return {
    name,
    figure,
    unit: 'ms',
    spread: { low: Math.min(...times), high: Math.max(...times), rounds: times.length },
    ratio: { value: figure / base, of: 'compiled by ajv' },
  }
}
