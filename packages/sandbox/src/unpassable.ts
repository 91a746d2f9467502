import type { ExecResult } from './sandbox.ts'

/** Linux takes no longer argument. */
const longest = 128 * 1024

/** The result of a command that no process can be given; `undefined` for every other. */
export function unpassable(words: readonly string[]): ExecResult | undefined {
  if (words.some((word) => word.includes('\0'))) return refused('the command holds a NUL byte')
  const bytes = words.reduce((sum, word) => sum + Buffer.byteLength(word) + 1, 0)
  return bytes > longest ? refused('Argument list too long') : undefined
}

function refused(message: string): ExecResult {
  return { output: Buffer.from(`sandbox: ${message}\n`), truncated: false, exitCode: 126, timedOut: false }
}
