import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultLimits } from '../sandbox.ts'
import { openCgroup, removeStaleCgroups } from './cgroup.ts'

// A folder instead of the kernel's tree shows what is written where; the attacks show that it holds.
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'skill-state-cgroup-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function written(parent: string): Readonly<Record<string, string>> {
  const name = readdirSync(parent).find((entry) => entry.startsWith('skill-state-')) ?? 'none'
  const folder = join(parent, name)
  return Object.fromEntries(
    readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  )
}

test('version 1: a group in the tree of each controller', () => {
  for (const controller of ['memory', 'pids']) mkdirSync(join(root, controller))
  openCgroup(defaultLimits, root)?.add(42)
  expect(written(join(root, 'memory'))).toEqual({
    'memory.limit_in_bytes': '1073741824',
    'cgroup.procs': '42',
  })
  expect(written(join(root, 'pids'))).toEqual({ 'pids.max': '192', 'cgroup.procs': '42' })
})

test('version 2: one group, whose parent hands the controllers on', () => {
  writeFileSync(join(root, 'cgroup.controllers'), 'memory pids\n')
  writeFileSync(join(root, 'cgroup.subtree_control'), '')
  openCgroup(defaultLimits, root)?.add(42)
  expect(written(root)).toEqual({ 'memory.max': '1073741824', 'pids.max': '192', 'cgroup.procs': '42' })
  expect(readFileSync(join(root, 'cgroup.subtree_control'), 'utf8')).toBe('+memory +pids')
})

test('none if there is no tree, and none half made', () => {
  expect(openCgroup(defaultLimits, root)).toBeUndefined()
  mkdirSync(join(root, 'memory'))
  writeFileSync(join(root, 'pids'), '')
  expect(openCgroup(defaultLimits, root)).toBeUndefined()
})

test('removes what a process that has ended left, and nothing else', async () => {
  const ended = spawn('true')
  await once(ended, 'close')
  mkdirSync(join(root, 'memory'))
  const [stale = '', own = '', foreign = ''] = [
    `skill-state-${ended.pid}-x`,
    `skill-state-${process.pid}-x`,
    'other',
  ].map((name) => join(root, 'memory', name))
  for (const folder of [stale, own, foreign]) mkdirSync(folder)
  removeStaleCgroups(root)
  expect([stale, own, foreign].map((folder) => existsSync(folder))).toEqual([false, true, true])
})
