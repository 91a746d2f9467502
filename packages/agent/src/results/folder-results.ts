import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ResultStore } from './result-store.ts'

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
