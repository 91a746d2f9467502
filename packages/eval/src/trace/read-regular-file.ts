import { readFileSync, statSync } from 'node:fs'
import { invalidRun } from '@skill-state/protocol'

/**
 * The text of a file in a run's folder. Throws `invalid-run` for a pipe, a socket, a device or a folder: reading one of
 * them could wait for ever. Throws as `readFileSync` does if there is no such file.
 */
export function readRegularFile(file: string): string {
  if (statSync(file).isFile()) return readFileSync(file, 'utf8')
  throw invalidRun(`${file} is not a regular file; replace it by one, or remove it`)
}
