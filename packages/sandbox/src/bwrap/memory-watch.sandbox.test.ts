import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { residentBytes, watchMemory } from './memory-watch.ts'

const mib = 2 ** 20
let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))

/** A process without much memory whose own child takes 60 MiB. */
async function startHungry(): Promise<number> {
  const hungry = `const taken = Buffer.alloc(60 << 20, 1); console.log(taken.length); process.stdin.resume()`
  child = spawn('/bin/bash', ['-c', '"$0" -e "$1"; true', process.execPath, hungry], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (child.stdout) await once(child.stdout, 'data')
  return child.pid ?? 0
}

test('adds up a process and its descendants', async () => {
  expect(residentBytes(await startHungry())).toBeGreaterThan(60 * mib)
})

test('calls when they have more than the limit', async () => {
  const pid = await startHungry()
  await new Promise<void>((resolve) => {
    const stop = watchMemory(pid, 50 * mib, () => {
      stop()
      resolve()
    })
  })
})

test('a process that is gone has none', () => {
  expect(residentBytes(2 ** 30)).toBe(0)
})
