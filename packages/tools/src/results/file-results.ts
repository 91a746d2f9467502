import { join } from 'node:path'
import { SkillStateError } from '@skill-state/protocol'
import { files } from '@skill-state/protocol/files'
import type { ResultStore } from './result-store.ts'

/** Keeps each result as a file of the folder, which is made when the first one comes: a resumed run has them still. */
export function fileResults(folder: string): ResultStore {
  const fileOf = (handle: string): string => join(folder, `${handle}.txt`)
  return {
    keep: (handle, text) => {
      try {
        files.mkdirSync(folder, { recursive: true })
        files.writeFileSync(fileOf(handle), text)
      } catch (error) {
        throw new SkillStateError(
          'environment-failed',
          `a long result cannot be kept in ${fileOf(handle)}: ${(error as Error).message}`,
          { cause: error },
        )
      }
    },
    read: (handle) =>
      isHandle(handle) ? ifThere(() => files.readFileSync(fileOf(handle), 'utf8')) : undefined,
    clear: () => {
      for (const file of ifThere(() => files.readdirSync(folder)) ?? []) {
        if (isHandle(file.replace(/\.txt$/, ''))) files.rmSync(join(folder, file))
      }
    },
  }
}

/** Handles come from the model: none may lead elsewhere. */
function isHandle(text: string): boolean {
  return /^(?:(?:result|message|conversation)-\d{1,9}(?:-\d)?|(?:image|file)-[\w-]{22})$/.test(text)
}

function ifThere<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
