import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hooksHome } from './places.ts'
import { plain, shortened } from './plain.ts'

/** Bytes of the log, before it is kept as `hooks.log.1` and begun again. */
const MAX_BYTES = 500_000

/** Adds a line to the log of the hooks. Never throws: a hook has no reader of its errors. */
export function log(message: string): void {
  try {
    const file = join(hooksHome(), 'hooks.log')
    mkdirSync(hooksHome(), { recursive: true, mode: 0o700 })
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(file, `${file}.1`)
    const line = `${new Date().toISOString()} ${shortened(plain(message), 400, 'first')}\n`
    appendFileSync(file, line, { mode: 0o600 })
  } catch {
    // A full disk, or a folder that cannot be written.
  }
}
