import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'ai-sdk-'))
const program = fileURLToPath(new URL('../test/trip-process.ts', import.meta.url))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the turn in a process, which is killed if it hangs. Gives what it prints. */
async function turn(hangsAt = ''): Promise<string[]> {
  const args = ['--conditions=@skill-state/source', program, folder, hangsAt]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line === 'hangs') child.kill('SIGKILL')
  }
  return lines
}

test('an agent is killed in a tool, killed in the model, and continues: it pays once', async () => {
  expect(await turn('tool')).toEqual(['hangs'])
  expect(await turn('model')).toEqual(['hangs'])
  const pieces = (await turn()).map((line) => line.slice('piece '.length))
  expect(pieces.length).toBeGreaterThan(1)
  expect(pieces.join('')).toBe('Paid 30 in all.')
  expect(readFileSync(join(folder, 'payments'), 'utf8')).toMatch(/^call_\w+_0 30\n$/)
})
