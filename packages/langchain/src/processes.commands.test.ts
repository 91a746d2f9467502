import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'langchain-'))
const program = fileURLToPath(new URL('../test/trip-process.ts', import.meta.url))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs one turn in a process, and gives what it prints. `hear` sees each line at once. */
async function turn(
  words: readonly string[],
  hear: (line: string, child: ChildProcess) => void = () => {},
): Promise<string[]> {
  const child = spawn(process.execPath, ['--conditions=@skill-state/source', program, folder, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    hear(line, child)
  }
  return lines
}

test('an agent streams, waits for approval, is killed, and continues, each in a process of its own', async () => {
  expect((await turn(['say', 'Pay 30.'])).at(-1)).toBe('waits for approval')

  const killed = await turn(['approve-and-hang'], (line, child) => line === 'hangs' && child.kill('SIGKILL'))
  expect(killed.at(-1)).toBe('hangs')

  const lines = await turn(['go-on'])
  const pieces = lines.flatMap((line) => (line.startsWith('piece ') ? [line.slice(6)] : []))
  expect(pieces.length).toBeGreaterThan(1)
  expect(pieces.join('')).toBe('Paid 30 in all.')
  expect(lines.at(-1)).toBe('state {"paid":30}')
  expect(readFileSync(join(folder, 'payments'), 'utf8')).toMatch(/^call_\w+_0 30\n$/)
})
