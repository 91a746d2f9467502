import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file that takes one write a line, each handed to the operating system before `write` returns. */
export interface LineFile {
  readonly write: (line: string) => void
  /** Removes the file. */
  readonly close: () => void
}

export function openLineFile(): LineFile {
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-perf-'))
  const file = openSync(join(folder, 'lines.jsonl'), 'w')
  return {
    write: (line) => {
      writeSync(file, `${line}\n`)
    },
    close: () => {
      closeSync(file)
      rmSync(folder, { recursive: true })
    },
  }
}
