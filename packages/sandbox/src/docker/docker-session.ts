import { unpassable, wordsOf } from '../kept-output.ts'
import type { ExecOptions, ExecResult, Limits, Session } from '../sandbox.ts'
import { run } from './run.ts'

/** How long a killed command's client may take to end, before the container is given up. */
const endMs = 10_000

/** One container; each command is a `docker exec`. A flood of output ends its command like the time limit. */
export class DockerSession implements Session {
  readonly #container: string
  readonly #limits: Limits
  #closing: Promise<void> | undefined
  #busy = false

  constructor(container: string, limits: Limits) {
    this.#container = container
    this.#limits = limits
  }

  get alive(): boolean {
    return this.#closing === undefined
  }

  async exec(command: string | readonly string[], options: ExecOptions): Promise<ExecResult> {
    const words = wordsOf(command, options, { isAlive: this.alive, isBusy: this.#busy })
    const rejection = unpassable([options.cwd, ...words])
    if (rejection) return rejection
    this.#busy = true
    try {
      return await this.#run(words, options)
    } finally {
      this.#busy = false
    }
  }

  async #run(words: readonly string[], { cwd, timeoutMs, signal }: ExecOptions): Promise<ExecResult> {
    let timedOut = false
    let lost: NodeJS.Timeout | undefined
    const { keptBytes, readBytes } = this.#limits
    const { ended, kill } = run('docker', ['exec', '--workdir', cwd, this.#container, ...mixed(words)], {
      keptBytes,
      readBytes,
      onFlood: () => stop(),
    })
    const stop = (): void => {
      this.#killCommands()
      lost ??= setTimeout(() => {
        kill()
        void this.close()
      }, endMs)
    }
    const timer = setTimeout(() => {
      timedOut = true
      stop()
    }, timeoutMs)
    signal?.addEventListener('abort', stop)
    const ran = await ended
    clearTimeout(timer)
    clearTimeout(lost)
    signal?.removeEventListener('abort', stop)
    signal?.throwIfAborted()
    return { ...ran, exitCode: timedOut ? null : ran.exitCode, timedOut }
  }

  /** From inside: ending the client would leave its command running. */
  #killCommands(): void {
    run('docker', ['exec', this.#container, '/bin/bash', '-c', 'kill -9 -1'], { keptBytes: 0 })
  }

  close(): Promise<void> {
    this.#closing ??= run('docker', ['rm', '--force', this.#container], { keptBytes: 0 }).ended.then(() => {})
    return this.#closing
  }
}

/** One pipe for both outputs keeps their order. */
function mixed(words: readonly string[]): readonly string[] {
  return ['/bin/bash', '-c', 'exec -- "$@" 2>&1', 'bash', ...words]
}
