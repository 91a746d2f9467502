import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { invalidOption } from '@skill-state/protocol'
import { hooksHome } from '../places.ts'
import type { Insertion } from './edit.ts'
import type { Registration } from './program.ts'

/** What an installation has written, so that exactly this can be removed. */
export interface InstallRecord {
  readonly command: string
  readonly files: readonly RecordedFile[]
  /** Present if the host's own command has registered the tools. */
  readonly registered?: Registration | undefined
}

export interface RecordedFile {
  readonly file: string
  readonly existed: boolean
  readonly insertions: readonly Insertion[]
  /** Of the file as it was written. */
  readonly digest: string
}

/** Undefined if the host has no hooks of ours. Throws `invalid-option` for a record that cannot be read. */
export function readRecord(host: string): InstallRecord | undefined {
  const file = recordFile(host)
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as InstallRecord
  } catch {
    throw invalidOption(
      `${file} is damaged: delete it and, in the settings of ${host}, what runs skill-state`,
    )
  }
}

export function writeRecord(host: string, record: InstallRecord | undefined): void {
  const file = recordFile(host)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  if (record === undefined) rmSync(file)
  else writeFileSync(file, `${JSON.stringify(record, undefined, 2)}\n`, { mode: 0o600 })
}

function recordFile(host: string): string {
  return join(hooksHome(), 'installed', `${host}.json`)
}
