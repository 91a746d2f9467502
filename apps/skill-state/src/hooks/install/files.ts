import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { invalidOption } from '@skill-state/protocol'
import type { FileChange } from './edit.ts'

/**
 * Reads a file that may be missing: its text, and the file itself where the path is a link. Throws `invalid-option` if it could not
 * be written back as it is.
 */
export function readTarget(path: string): { readonly file: string; readonly text: string | undefined } {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined && isLink)
    throw invalidOption(`${path} is a link to a missing file; remove it, then repeat`)
  if (found === undefined) return { file: path, text: undefined }
  if (!found.isFile()) throw invalidOption(`${path} is no file`)
  if ((found.mode & 0o200) === 0) throw invalidOption(`${path} is read-only; make it writable, then repeat`)
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))
    return { file: realpathSync(path), text }
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw invalidOption(`${path} is not UTF-8; convert it, then repeat`)
  }
}

/**
 * Puts a text in the place of a file, or none, all at once and with the mode that it has. Throws `invalid-option` if the file is
 * no longer what it was.
 */
export function writeTarget({ file, before, after }: FileChange): void {
  if (readTarget(file).text !== before)
    throw invalidOption(`${file} was changed meanwhile; repeat the command`)
  if (after === undefined) {
    rmSync(file)
    return
  }
  mkdirSync(dirname(file), { recursive: true })
  const made = `${file}.${process.pid}.new`
  try {
    writeFileSync(made, after, { flag: 'wx' })
    const mode = statSync(file, { throwIfNoEntry: false })?.mode
    if (mode !== undefined) chmodSync(made, mode & 0o7777)
    renameSync(made, file)
  } catch (error) {
    rmSync(made, { force: true })
    throw error
  }
}
