import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { invalidRun } from '@skill-state/protocol'

/**
 * The text of a file in a run's folder. Throws `invalid-run` for a pipe, a socket, a device or a folder: reading one of
 * them could wait for ever. Throws as `readFileSync` does if there is no such file.
 */
export function readRegularFile(file: string): string {
  if (statSync(file).isFile()) return readFileSync(file, 'utf8')
  throw invalidRun(`${file} is not a regular file; replace it by one, or remove it`)
}

/** Replaces a file as a whole, so that a reader, or a kill, never sees half of it. */
export function writeWhole(file: string, text: string): void {
  writeFileSync(temporaryName(file), text)
  renameSync(temporaryName(file), file)
}

/** A file that is written piece by piece, and that a reader sees as a whole or not at all. */
export interface WholeFile extends Disposable {
  write(text: string): void
  /** Puts the file in its place, and gives its path. A file that is disposed of before leaves nothing behind. */
  finish(): string
}

export function openWholeFile(path: string): WholeFile {
  const descriptor = openSync(temporaryName(path), 'w')
  let isOpen = true
  const close = (): void => {
    isOpen = false
    closeSync(descriptor)
  }
  return {
    write: (text) => writeFileSync(descriptor, text),
    finish() {
      close()
      renameSync(temporaryName(path), path)
      return path
    },
    [Symbol.dispose]() {
      if (!isOpen) return
      close()
      rmSync(temporaryName(path))
    },
  }
}

export const temporaryName = (file: string): string => `${file}.tmp`
