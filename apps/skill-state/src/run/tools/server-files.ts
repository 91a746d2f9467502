import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ServerOptions } from './server-of.ts'

/** Most bytes of files that one run keeps. */
const MAX_BYTES = 500_000_000

/** Keeps files of servers beside the journal, or in a new folder, by their content. The handle is the path. */
export function serverFiles(journal: string | undefined): NonNullable<ServerOptions['onFile']> {
  let folder: string | undefined
  let total = 0
  return ({ bytes, mimeType }) => {
    total += bytes.length
    if (total > MAX_BYTES) return `nothing: the run has more than ${MAX_BYTES / 1_000_000} MB of files`
    folder ??=
      journal === undefined ? mkdtempSync(join(tmpdir(), 'skill-state-files-')) : `${resolve(journal)}.files`
    mkdirSync(folder, { recursive: true })
    const name = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    const path = join(folder, `${name}.${ending(mimeType)}`)
    if (!existsSync(path)) writeFileSync(path, bytes)
    return path
  }
}

function ending(mimeType: string): string {
  const [, kind = ''] = /^[^/]*\/(?:x-)?([a-z0-9]{1,10})(?:[+;]|$)/.exec(mimeType.toLowerCase()) ?? []
  return { jpeg: 'jpg', mpeg: 'mp3', plain: 'txt', '': 'bin' }[kind] ?? kind
}
