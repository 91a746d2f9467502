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

/** The first bytes of a stream; the rest is counted as read and dropped. */
export class KeptOutput {
  readonly #most: number
  readonly #chunks: Uint8Array[] = []
  #kept = 0
  /** Whether more came than was kept. */
  truncated = false

  constructor(most: number) {
    this.#most = most
  }

  add(chunk: Uint8Array): void {
    const room = this.#most - this.#kept
    if (chunk.length > room) this.truncated = true
    if (room === 0 || chunk.length === 0) return
    // A copy: a small slice would keep the whole buffer that it was read into.
    this.#chunks.push(Uint8Array.from(chunk.subarray(0, room)))
    this.#kept += Math.min(room, chunk.length)
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#chunks)
  }
}
