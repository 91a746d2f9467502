import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readRunFolder, readTraces } from './run-folder.ts'
import { isBeingWritten, LOCK_FILE } from './run-lock.ts'
import { readMatches } from './step-match/match-file.ts'

let pipe: string
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'eval-pipe-'))
  pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  return () => rmSync(folder, { recursive: true })
})

function runFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'eval-run-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Reads of a run's folder, each of a file that is not its own. */
const READS = [
  ['run.json', (folder: string) => readRunFolder(folder)],
  ['episodes/door/a~b~c.jsonl', (folder: string) => [...readTraces({ path: folder, conditions: {} })]],
  [LOCK_FILE, (folder: string) => isBeingWritten(folder)],
  ['matches.jsonl', (folder: string) => readMatches(join(folder, 'matches.jsonl'))],
] as const

describe.each(READS)('%s of a run', (name, read) => {
  test.each([
    ['a device', () => '/dev/null'],
    ['a pipe, which nothing may ever write to', () => pipe],
  ] as const)('is rejected if it is %s', (_, target) => {
    const folder = runFolder()
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    symlinkSync(target(), join(folder, name))
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
