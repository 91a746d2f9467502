import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SkillStateError } from '@skill-state/protocol'

/** Keeps results that are too long for an observation, under their handles. */
export interface ResultStore {
  keep(handle: string, text: string): void
  /** Undefined where nothing is kept under the handle, or no longer. */
  read(handle: string): string | undefined
  clear(): void
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
    clear: () => texts.clear(),
  }
}

/** Keeps each result as a file of the folder, which is made when the first one comes: a resumed run has them still. */
export function folderResults(folder: string): ResultStore {
  const fileOf = (handle: string): string => join(folder, `${handle}.txt`)
  return {
    keep: (handle, text) => {
      try {
        mkdirSync(folder, { recursive: true })
        writeFileSync(fileOf(handle), text)
      } catch (error) {
        throw new SkillStateError(
          'environment-failed',
          `a long result cannot be kept in ${fileOf(handle)}: ${(error as Error).message}`,
          { cause: error },
        )
      }
    },
    read: (handle) => (isHandle(handle) ? readIfThere(fileOf(handle)) : undefined),
    clear: () => {
      for (const file of listIfThere(folder)) {
        if (isHandle(file.replace(/\.txt$/, ''))) rmSync(join(folder, file))
      }
    },
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

function listIfThere(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
