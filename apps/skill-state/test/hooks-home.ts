import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Installation } from '../src/hooks/install/program.ts'
import { DEFAULT_CHARS } from '../src/hooks/limits.ts'
import { emptyFolder, type Finished, path } from './skill-state.ts'

/** The words that start the program from its sources. */
export const program: readonly string[] = [
  process.execPath,
  '--conditions=@skill-state/source',
  path('../src/main.ts'),
]

export const installation: Installation = { program, maxChars: DEFAULT_CHARS }

/** A home of a person without coding agents on the PATH, until the test ends. */
export function scratchHome(): string {
  const home = emptyFolder()
  mkdirSync(join(home, 'bin'))
  vi.stubEnv('HOME', home)
  vi.stubEnv('PATH', join(home, 'bin'))
  for (const name of ['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'PI_CODING_AGENT_DIR']) vi.stubEnv(name, undefined)
  return home
}

/** Runs something without what it prints. Returns its value, and what it printed. */
export async function quietly<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly printed: string }> {
  let printed = ''
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      printed += String(text)
      return true
    }),
  )
  try {
    return { value: await work(), printed }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** What a host does: runs the command of a hook with an event on standard input, which stays open without one. No busy machine is too slow. */
export function hook(command: string, event: object | string | undefined, home: string): Promise<Finished> {
  const child = spawn('/bin/sh', ['-c', `exec ${command}`], {
    env: { HOME: home, PATH: '/usr/bin:/bin', SKILL_STATE_DEADLINE_MS: event === undefined ? '' : '120000' },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.on('error', () => {})
  if (event !== undefined) child.stdin.end(typeof event === 'string' ? event : JSON.stringify(event))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}
