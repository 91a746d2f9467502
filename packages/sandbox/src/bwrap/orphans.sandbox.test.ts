import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { needsSandbox } from '../vitest.ts'
import { endOrphans } from './orphans.ts'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** A process with this word on its command line, in namespaces of its own or in these. */
async function start(word: string, ...wrap: readonly string[]): Promise<number> {
  const [program, ...words] = [...wrap, '/bin/bash', '-c', 'echo; read', word]
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  started.push(child)
  await once(child.stdout, 'data')
  return child.pid ?? 0
}

await needsSandbox(() => {
  test('ends what is in a process namespace of its own without a bubblewrap above it, and nothing else', async () => {
    const mark = `orphan-${process.pid}`
    const words = (word: string): readonly string[] => ['/bin/bash', '-c', 'echo; read', word]
    const apart = ['unshare', '--user', '--pid', '--fork']
    const orphan = await start(mark, ...apart)
    const plain = await start(mark)
    const session = await start(mark, 'unshare', '--user')
    const other = await start(`${mark}-other`, ...apart)
    endOrphans(words(mark))
    await expect.poll(() => existsSync(`/proc/${orphan}`), { timeout: 55_000 }).toBe(false)
    expect([plain, session, other].map((pid) => existsSync(`/proc/${pid}`))).toEqual([true, true, true])
  })
})
