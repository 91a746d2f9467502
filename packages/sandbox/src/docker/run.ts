import { spawn } from 'node:child_process'
import { KeptOutput } from '../kept-output.ts'

export interface Ran {
  readonly output: Uint8Array
  readonly truncated: boolean
  /** `null` if a signal ended it. */
  readonly exitCode: number | null
}

export interface RunOptions {
  readonly keptBytes: number
  readonly input?: Uint8Array | undefined
  readonly readBytes?: number
  readonly onFlood?: () => void
}

/** Starts a program of this machine. A program that is not there is an output that says so, with exit code 127. */
export function run(
  program: string,
  words: readonly string[],
  options: RunOptions,
): { readonly ended: Promise<Ran>; readonly kill: () => void } {
  const child = spawn(program, words, { stdio: 'pipe' })
  const kept = new KeptOutput(options.keptBytes)
  let bytes = 0
  const take = (chunk: Uint8Array): void => {
    const before = bytes
    bytes += chunk.length
    kept.add(chunk)
    const most = options.readBytes ?? Number.POSITIVE_INFINITY
    if (before <= most && bytes > most) options.onFlood?.()
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  // If the child is gone its exit code says so.
  child.stdin.on('error', () => {})
  child.stdin.end(options.input)
  const ended = new Promise<Ran>((resolve) => {
    const finish = (exitCode: number | null): void =>
      resolve({ output: kept.bytes(), truncated: kept.truncated, exitCode })
    child.once('error', (error) => {
      kept.add(Buffer.from(error.message))
      finish(127)
    })
    child.once('close', finish)
  })
  return { ended, kill: () => child.kill('SIGKILL') }
}
