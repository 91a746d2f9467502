import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** A file that is written piece by piece, and that a reader sees as a whole or not at all. */
export interface WholeFile {
  write(text: string): void
  /** Puts the file in its place, and gives its path. */
  finish(): string
  /** Gives up a file that is not finished; does nothing to one that is. */
  discard(): void
}

export function openWholeFile(path: string): WholeFile {
  const temporary = `${path}.tmp`
  const descriptor = openSync(temporary, 'w')
  let open = true
  const close = (): void => {
    open = false
    closeSync(descriptor)
  }
  return {
    write: (text) => writeFileSync(descriptor, text),
    finish() {
      close()
      renameSync(temporary, path)
      return path
    },
    discard() {
      if (!open) return
      close()
      rmSync(temporary)
    },
  }
}
