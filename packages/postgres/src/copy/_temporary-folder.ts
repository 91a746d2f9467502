import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What ends a program that does not listen for it. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface TemporaryFolder {
  readonly path: string
  readonly remove: () => void
}

/** Makes an empty folder, which is also removed when a signal without another listener ends the program. */
export function temporaryFolder(prefix: string): TemporaryFolder {
  let path = ''
  const end = (signal: NodeJS.Signals): void => {
    if (process.listenerCount(signal) > 1) return
    remove()
    process.kill(process.pid, signal) // now it has its usual meaning
  }
  const remove = (): void => {
    for (const signal of SIGNALS) process.off(signal, end)
    rmSync(path, { recursive: true, force: true })
  }
  for (const signal of SIGNALS) process.on(signal, end) // before the folder is there: a signal may come in between
  path = realpathSync(mkdtempSync(join(tmpdir(), prefix)))
  return { path, remove }
}
