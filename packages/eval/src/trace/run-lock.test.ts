import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { emptyFolder } from '../../test/folder.ts'
import { checkRunFolder } from './run-folder.ts'
import { lockRunFolder } from './run-lock.ts'

/** No system gives a process such a number. */
const ENDED = 2 ** 22 + 1

let folder: string
beforeEach(() => {
  folder = join(emptyFolder(), 'run')
})

const lock = (text: string): void => {
  lockRunFolder(folder)()
  writeFileSync(join(folder, 'run.lock'), text)
}

test('a folder is locked until it is released, and nothing is left behind', () => {
  const release = lockRunFolder(folder)
  expect(readdirSync(folder)).toEqual(['run.lock'])
  expect(() => lockRunFolder(folder)).toThrow(
    new RegExp(`run is being written by process ${process.pid} on ${hostname()}; .*remove .*run\\.lock`),
  )
  expect(readdirSync(folder)).toEqual(['run.lock'])
  release()
  lockRunFolder(folder)()
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  ['that lives', JSON.stringify({ pid: process.ppid, host: hostname() }), `process ${process.ppid}`],
  ['of another host', '{"pid":2147483646,"host":"elsewhere"}', 'process 2147483646 on elsewhere'],
  ['that it does not name', 'who?', 'another process'],
])('the lock of a process %s holds', (_name, text, who) => {
  lock(text)
  expect(() => lockRunFolder(folder)).toThrow(who)
  expect(existsSync(join(folder, 'run.lock'))).toBe(true)
})

test.each([
  ['another process', ENDED],
  ['one of this number', process.pid],
])('the lock of %s that has ended is taken over', (_name, pid) => {
  lock(JSON.stringify({ pid, host: hostname() }))
  const release = lockRunFolder(folder)
  expect(readdirSync(folder)).toEqual(['run.lock'])
  release()
})

test('a folder that holds no more than a lock, or what a kill left of one, is new', () => {
  lock('{}')
  writeFileSync(join(folder, 'run.lock.12.tmp'), '')
  checkRunFolder(folder, {})
})
