import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandLine } from '../src/command-line.ts'
import { inProcess, type Said, type Surroundings } from './in-process.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** A command as it is typed, or its words if one of them is empty or has a space. */
export type Command = string | readonly string[]

export const wordsOf = (command: Command): readonly string[] =>
  typeof command === 'string' ? command.trim().split(/\s+/) : command

/** The arguments with which Node.js runs a bench command. */
export const benchArguments = (command: Command): string[] => [
  '--conditions=@skill-state/source',
  main,
  ...wordsOf(command),
]

const here = process.cwd()

/** Runs a bench command in this process. */
export function bench(command: Command, where: Partial<Surroundings> = {}): Promise<Said> {
  return inProcess(() => commandLine(wordsOf(command)), { cwd: here, ...where })
}

export interface Finished extends Omit<Said, 'code'> {
  readonly code: number | null
  readonly pid: number | undefined
}

/**
 * Types a bench command as a person would, in a process of its own; `killAfterMs` ends it by SIGKILL, and the
 * first appearance of `interruptOn` on its standard error sends it SIGINT, as Ctrl-C does.
 */
export function typeBench(
  command: Command,
  options: {
    cwd?: string
    /** Beside those of this process. */
    env?: NodeJS.ProcessEnv
    killAfterMs?: number
    interruptOn?: string
    /** Hears all of standard error so far, each time that it grows. */
    onError?: (stderr: string) => void
  } = {},
): Promise<Finished> {
  const child = spawn(process.execPath, benchArguments(command), {
    cwd: options.cwd ?? process.cwd(),
    env: { ...process.env, ...options.env },
    ...(options.killAfterMs !== undefined && {
      timeout: options.killAfterMs,
      killSignal: 'SIGKILL' as const,
    }),
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    const before = stderr
    stderr += chunk
    const due = (text: string): boolean =>
      options.interruptOn !== undefined && text.includes(options.interruptOn)
    if (due(stderr) && !due(before)) child.kill('SIGINT')
    options.onError?.(stderr)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr, pid: child.pid }))
  })
}

/** The path of a benchmark module beside this file. */
export const fixture = (name: string): string =>
  fileURLToPath(new URL(`./modules/${name}.ts`, import.meta.url))

export const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'skill-state-bench-'))

/** A folder with a suite file `s.yaml` of these lines. */
export function suiteFolder(...lines: readonly string[]): string {
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 's.yaml'), lines.join('\n'))
  return cwd
}
