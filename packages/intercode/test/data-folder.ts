import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of the host that is removed with the scope it is used in. */
export interface Folder extends Disposable {
  readonly path: string
}

export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'intercode-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}
