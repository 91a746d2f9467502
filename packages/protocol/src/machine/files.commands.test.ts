import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { files } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'skill-state-hold-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a lock ends with the process that has it, however it ends', async () => {
  const file = join(folder, 'a.lock')
  const program = `
    import { files } from ${JSON.stringify(new URL('files.ts', import.meta.url).href)}
    globalThis.release = files.lock(${JSON.stringify(file)}) // an unreachable lock is collected
    console.log(typeof release)
    setInterval(() => {}, 1_000)`
  const flags = ['--conditions=@skill-state/source', '--input-type=module']
  const child = spawn(process.execPath, [...flags, '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(child.stdout, 'data')
  expect(String(said)).toBe('function\n')
  expect(files.lock(file)).toBeUndefined()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const release = files.lock(file)
  expect(files.lock(file)).toBeUndefined()
  release?.()
  expect(files.lock(file)).toBeDefined()
})

test('a lock that was released is taken anew, also if another file has its name by then', () => {
  const file = join(folder, 'b.lock')
  files.lock(file)?.()
  const release = files.lock(file)
  expect(files.lock(file)).toBeUndefined()
  release?.()
  rmSync(file)
  const again = files.lock(file)
  expect(existsSync(file)).toBe(true)
  expect(files.lock(file)).toBeUndefined()
  again?.()
  files.closeLock(file)
  expect(files.lock(file)).toBeDefined()
})

test('a lock that cannot be made is told in one line', () => {
  expect(() => files.lock(join(folder, 'missing', 'a.lock'))).toThrow(/a\.lock cannot be locked: [^\n]*$/)
})
