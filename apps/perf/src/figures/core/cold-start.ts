import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { precompile } from '@skill-state/core/precompile'
import { median } from 'simple-statistics'
import type { Benchmark } from '../../measure/benchmark.ts'
import type { Row } from '../../measure/row.ts'
import { createFolder } from '../../task/folder.ts'
import { createTask } from '../../task/task.ts'

const PROCESS = new URL('cold-start-process.ts', import.meta.url)
const ROUNDS = 9

/** What a new process takes in ms of CPU. */
interface Start {
  readonly load: number
  readonly verdict: number
}

/** The first verdict in a new process, loading the core included and apart. */
export const coldStart: Benchmark = {
  name: 'cold-start',
  title:
    'first verdict on a patch in a new process, 500 keys; the core is loaded from its TypeScript sources',
  run: async () => {
    const folder = createFolder()
    const file = folder.file('schema.mjs')
    writeFileSync(file, precompile(createTask(500).skill))
    const [precompiled, compiled]: [Start[], Start[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      precompiled.push(await start([pathToFileURL(file).href]))
      compiled.push(await start([]))
    }
    folder.remove()
    const verdicts = compiled.map(({ verdict }) => verdict)
    const base = median(verdicts)
    const limit = { on: 'figure', kind: 'at-most', value: 5 } as const
    return [
      { ...row('after loading', verdicts, base), target: limit },
      row(
        'after loading, precompiled module',
        precompiled.map(({ verdict }) => verdict),
        base,
      ),
      row(
        'loading the core alone',
        compiled.map(({ load }) => load),
        base,
      ),
    ]
  },
}

async function start(args: readonly string[]): Promise<Start> {
  const child = fork(PROCESS, args)
  const [took] = (await once(child, 'message')) as [Start]
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
    ratio: { value: figure / base, of: 'after loading' },
  }
}
