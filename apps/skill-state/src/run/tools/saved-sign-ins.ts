import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { configFile } from '../workspace/places.ts'
import type { ServerOptions } from './server-of.ts'

/** The sign-ins to servers, each in a file that only the user can read, so that two runs that sign in overwrite none. */
export const savedSignIns: NonNullable<ServerOptions['credentials']> = {
  read(url) {
    const file = fileOf(url)
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  },
  write(url, text) {
    const file = fileOf(url)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const next = `${file}.${process.pid}`
    writeFileSync(next, text, { mode: 0o600 })
    renameSync(next, file)
  },
}

function fileOf(url: string): string {
  return join(configFile('sign-ins'), createHash('sha256').update(url).digest('hex').slice(0, 32))
}
