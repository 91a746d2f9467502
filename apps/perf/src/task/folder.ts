import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for one measurement. */
export interface Folder extends Disposable {
  readonly file: (name: string) => string
}

export function createFolder(): Folder {
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-perf-'))
  return {
    file: (name) => join(folder, name),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}
