import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { typedCommand } from '@skill-state/eval/command-line'
import type { McpServer, openMcp } from '@skill-state/mcp'
import { configFile } from '../workspace/places.ts'

/** Of `openMcp`. */
export type ServerOptions = NonNullable<Parameters<typeof openMcp>[1]>

/** The server that `--mcp` names: an address, or a command. */
export const serverOf = (text: string): McpServer =>
  /^https?:\/\//.test(text) ? { url: text } : typedCommand(text, '--mcp')

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

/** The sign-ins to servers, each in a file that only the user can read, so that two runs that sign in overwrite none. */
export const savedSignIns: NonNullable<ServerOptions['credentials']> = {
  read(url) {
    const file = signInFile(url)
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  },
  write(url, text) {
    const file = signInFile(url)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const next = `${file}.${process.pid}`
    writeFileSync(next, text, { mode: 0o600 })
    renameSync(next, file)
  },
}

function signInFile(url: string): string {
  return join(configFile('sign-ins'), createHash('sha256').update(url).digest('hex').slice(0, 32))
}
