import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder, empty. */
export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'skill-state-'))
}
