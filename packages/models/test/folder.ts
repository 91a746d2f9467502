import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A new folder, which is removed when the test is over. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'recording-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The text of every file in the folder and below it, by its path. */
export function filesIn(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const files = entries.map(({ parentPath, name }) => join(parentPath, name)).sort()
  return Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')]))
}
