import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Keeps results that are too long for an observation, under their handles. */
export interface ResultStore {
  keep(handle: string, text: string): void
  /** Undefined if nothing is kept under the handle, or no longer. */
  read(handle: string): string | undefined | Promise<string | undefined>
}

/** Keeps the last 50 results in memory: gone with the process. */
export function memoryResults(): ResultStore {
  const texts = new Map<string, string>()
  return {
    keep: (handle, text) => {
      texts.set(handle, text)
      const [oldest] = texts.keys()
      if (texts.size > 50 && oldest !== undefined) texts.delete(oldest)
    },
    read: (handle) => texts.get(handle),
  }
}

/** Keeps each result as a file of the folder, which is made when the first one comes: a resumed run has them still. */
export function folderResults(folder: string): ResultStore {
  const fileOf = (handle: string): string => join(folder, `${handle}.txt`)
  return {
    keep: (handle, text) => {
      mkdirSync(folder, { recursive: true })
      writeFileSync(fileOf(handle), text)
    },
    read: (handle) => (isHandle(handle) ? readIfThere(fileOf(handle)) : undefined),
  }
}

/** Handles come from the model: none may lead elsewhere. */
function isHandle(text: string): boolean {
  return /^result-\d{1,9}$/.test(text)
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
