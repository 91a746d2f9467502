import { closeSync, openSync, writeSync } from 'node:fs'
import { createFolder } from './folder.ts'

/** A file that takes one write a line, each handed to the operating system before `write` returns. */
export interface LineFile {
  readonly write: (line: string) => void
  /** Removes the file. */
  readonly close: () => void
}

export function openLineFile(): LineFile {
  const folder = createFolder()
  const file = openSync(folder.file('lines.jsonl'), 'w')
  return {
    write: (line) => {
      writeSync(file, `${line}\n`)
    },
    close: () => {
      closeSync(file)
      folder.remove()
    },
  }
}
