import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Row } from './measure/row.ts'

const PROCESS = new URL('benchmark-process.ts', import.meta.url)

/** Measures in a new process, so that no benchmark meets code that another one warmed or memory that it left. */
export async function runBenchmark(name: string): Promise<readonly Row[]> {
  const child = fork(PROCESS, [name])
  let rows: readonly Row[] | undefined
  child.on('message', (message) => {
    rows = message as readonly Row[]
  })
  await once(child, 'exit')
  if (rows === undefined) throw new Error(`benchmark "${name}" ended without figures; its error is above`)
  return rows
}
