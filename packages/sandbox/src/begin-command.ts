import { SkillStateError } from '@skill-state/protocol'
import type { ExecOptions, ExecResult } from './sandbox.ts'

/** Linux takes no longer argument. */
const longest = 128 * 1024

/** The words of a command that a session can begin. Throws `environment-misuse` if it can begin none, and the signal's reason. */
export function wordsOf(
  command: string | readonly string[],
  { signal }: ExecOptions,
  { isAlive, isBusy }: { readonly isAlive: boolean; readonly isBusy: boolean },
): readonly string[] {
  if (!isAlive) throw misuse('the session is not alive: open another')
  if (isBusy) throw misuse('a command is still running: wait for it')
  signal?.throwIfAborted()
  return typeof command === 'string' ? ['/bin/bash', '-c', command] : command
}

function misuse(message: string): SkillStateError {
  return new SkillStateError('environment-misuse', message)
}

/** The result of a command that no process can be given; `undefined` for every other. */
export function unpassable(words: readonly string[]): ExecResult | undefined {
  if (words.some((word) => word.includes('\0'))) return refused('the command holds a NUL byte')
  const bytes = words.reduce((sum, word) => sum + Buffer.byteLength(word) + 1, 0)
  return bytes > longest ? refused('Argument list too long') : undefined
}

function refused(message: string): ExecResult {
  return { output: Buffer.from(`sandbox: ${message}\n`), truncated: false, exitCode: 126, timedOut: false }
}
