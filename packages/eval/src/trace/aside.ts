import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { readTrace, type Trace } from './trace-file.ts'

/** Puts a trace aside, where no reader takes it for the episode's: what it cost stays on record. */
export function putAside(file: string): void {
  for (let number = 1; ; number += 1) {
    const aside = `${file}.aside-${number}`
    if (existsSync(aside)) continue
    renameSync(file, aside)
    return
  }
}

/** The traces that were put aside below a folder. A damaged one is left out: it was set aside for a reason. */
export function* tracesAside(directory: string): Generator<Trace> {
  if (!existsSync(directory)) return
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => /\.jsonl\.aside-\d+$/.test(name)).sort()) {
    const trace = readAside(join(directory, file))
    if (trace !== undefined) yield trace
  }
}

function readAside(file: string): Trace | undefined {
  try {
    return readTrace(file)
  } catch {
    return undefined
  }
}
