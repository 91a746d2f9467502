import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readRunFolder, readTraces } from './run-folder.ts'
import { isBeingWritten, LOCK_FILE } from './run-lock.ts'

/** Holds a pipe, which nothing ever writes to. */
let pipes: string
beforeAll(() => {
  pipes = mkdtempSync(join(tmpdir(), 'eval-pipe-'))
  execFileSync('mkfifo', [join(pipes, 'pipe')])
  return () => rmSync(pipes, { recursive: true })
})

function runFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'eval-run-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Reads of a run's folder, each of a file that is not its own. */
const READS: readonly (readonly [string, (folder: string) => unknown])[] = [
  ['run.json', (folder: string) => readRunFolder(folder)],
  ['episodes/door/a~b~c.jsonl', (folder: string) => [...readTraces({ path: folder, conditions: {} })]],
  [LOCK_FILE, (folder: string) => isBeingWritten(folder)],
]

describe.each(READS)('%s of a run', (name, read) => {
  test.each(['/dev/null', 'pipe'])('is rejected if it is a device or a pipe: %s', (target) => {
    const folder = runFolder()
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    symlinkSync(resolve(pipes, target), join(folder, name))
    expect(() => read(folder)).toThrow(`${join(folder, name)} is not a regular file`)
  })

  test('may be a link to a file', () => {
    const folder = runFolder()
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, 'text'), '{}')
    symlinkSync(join(folder, 'text'), join(folder, name))
    expect(() => {
      try {
        read(folder)
      } catch (error) {
        if (String(error).includes('regular file')) throw error
      }
    }).not.toThrow()
  })
})
